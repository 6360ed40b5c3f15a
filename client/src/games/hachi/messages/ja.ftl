### 盤面の文。

game-tagline = 手札の順番は変えられません。隣り合う同じ数字の札を出し、負かした札は取り込みます。最後まで札を残した人が負けです。
assets =
    { $money ->
        [100] 資産1億ドル
        [200] 資産2億ドル
        [300] 資産3億ドル
       *[other] 資産{ $money }百万ドル
    }
rival-hand = { $name }：手札{ $count }枚。
known = わかっている札（並び順）：{ $cards }。
no-cards = 手札なし
out = あがり
passed = パス
leads-round = このラウンドの最初の親
cleared-once = 場を流したばかり。続けてもう一度流すと、親は次の人へ
hidden = 伏せ札
hidden-special = 伏せられた特殊車両
either = { $low }または{ $high }
set-1 = 1枚の{ $number }
set-2 = 2枚の{ $number }
set-3 = 3枚の{ $number }
set-4 = 4枚の{ $number }
set-5 = 5枚の{ $number }
set-6 = 6枚の{ $number }
set-7 = 7枚の{ $number }
gap-first = いちばん左、{ $right }の前
gap-only = 最初の一枚として
gap-between = { $left }と{ $right }の間
gap-last = いちばん右、{ $left }の後ろ
card-at = { $card }、{ $count }枚中{ $place }枚目
can-play = 出せます
your-hand = あなたの手札{ $count }枚、並び順
seen = 全員に知られている札
table = 場
stock = 山札
discarded = 捨て札
discarded-list = このラウンドの捨て札
field-holds = 場：{ $name }の{ $set }
field-empty = 場は空です
round = 第{ $round }ラウンド（全{ $rounds }）
makes = { $set }になります
insert-how = どこに入れますか？ すき間を選ぶか、札をドラッグ。
insert-here = ここに入れる
choose-run = どれを出しますか？
chosen = 選択：{ $set }
play = { $set }を出す
play-nothing = 札を選ぶ
pass = パス
pass-draw = パスして引く
over = ゲーム終了
dealing = 札を配っています…
wait-play = { $name }が考えています…
wait-insert = { $name }が札を手札に入れています…
your-turn = あなたの番です。場より強い札を出すか、パスしてください。
your-lead = あなたが親です。出す札を選んでください。
must-pass = 場に勝てる札がありません。
draw = 引き分け
you-win = あなたの勝ち
you-lose = あなたの負け
you-are-safe = 手札がなくなりました。このラウンドは安全です。
first-clear = 流し1回
on-the-field = 場は{ $name }の{ $set }
on-the-field-yours = 場はあなたの{ $set }
on-no-field = 場は空
now-drawn = { $card }を引きました。{ $field }。入れる場所を選んでください。
now-collected =
    { $count ->
        [0] { $card }を取り込みました。{ $field }。入れる場所を選んでください。
       *[other] { $card }を取り込みました。このあと{ $count }枚。{ $field }。入れる場所を選んでください。
    }
now-lead = あなたの番です。{ $field }なので、あなたが親です。
now-beat = あなたの番です。{ $field }。場に勝つ札を出すか、パスしてください。
now-pass = あなたの番です。{ $field }。勝てる札がないので、パスになります。
passes-itself = 場に勝てる札がないので、パスします。
ask-me = 毎回たずねる
round-over = 第{ $round }ラウンド終了
is-last = { $name }だけに札が残りました（{ $count }枚）。
you-are-last = あなただけに札が残りました（{ $count }枚）。
leads-next = 第{ $round }ラウンドの親は{ $name }です。
you-lead-next = 第{ $round }ラウンドの親はあなたです。
ends-broke = { $name }の資産がなくなりました。ゲーム終了です。
ends-broke-you = あなたの資産がなくなりました。ゲーム終了です。
ends-rounds = すべてのラウンドが終わりました。ゲーム終了です。
go-on = 続ける
moment-round = 第{ $round }ラウンド　親は{ $name }
what-is-left = 全員の残り資産
player = プレイヤー
rounds-lost = 負けたラウンド
assets-left = 資産

# 判断の種類
kind-turn = 札を出すかパス
kind-inserting = 札を手札に入れる

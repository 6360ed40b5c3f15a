### 八トレインの文、日本語。

game-title = 八トレイン

## できごと

round_began = 札を配り終えました。第{ $round }ラウンドの親は{ $seat }です。
a-set = { $number }を{ $count }枚
played = { $seat }は{ a-set }出しました（{ $cards }）。
beat = { $seat }が{ $owner }に勝ち、{ a-set }取り込みます。
discarded =
    { $why ->
        [beaten] 負けた{ $owner }の組（{ $number }が{ $count }枚）は流れます。
       *[cleared] ほかは全員パス。{ $owner }の組（{ $number }が{ $count }枚）は流れます。
    }
out = { $seat }は札がなくなり、このラウンドは安全です。
passed =
    { $draws ->
        [yes] { $seat }はパス。
       *[no] { $seat }はパス。山札がないので、引きません。
    }
drew =
    { $face ->
        [hidden] { $seat }が山札から1枚引きました。
       *[other] { $seat }が山札から{ $face }を引きました。
    }
the-card =
    { $face ->
        [hidden] 引いた札
       *[other] { $face }
    }
inserted = { $seat }は{ the-card }を{ $place }の位置に入れました。
leads =
    { $why ->
        [owner] { $seat }が親です。
        [twice] { $owner }が2回続けて場を流したので、{ $seat }が親です。
       *[out] { $owner }はあがったので、{ $seat }が親です。
    }
money-left =
    { $assets ->
        [0] 残りはありません
       *[other] 残り{ $assets }億ドル
    }
round_lost = 第{ $round }ラウンド終了：{ $seat }だけが札を残し、1億ドルを失います。{ money-left }。
game_ended =
    { $why ->
        [no_assets] ゲーム終了：{ $seat }の資産がなくなりました。
       *[all_rounds] ゲーム終了：すべてのラウンドを終えました。
    }
result =
    { $draw ->
        [yes] 全員の資産が同じなので、引き分けです。
       *[no] { $losers }の負け、{ $winners }の勝ち。
    }

## できない理由

refusal-game_over = ゲームは終わっています
refusal-cards_are_dealt = { $seat }に札を配っているところです。その間は誰も行動できません
refusal-card_is_drawn = { $seat }が札を引いているところです。その間は誰も行動できません
refusal-only_numbered = { $face }は特殊車両です。配られるのは数字の札だけです
refusal-only_specials = { $face }は数字の札です。山札は特殊車両だけです
refusal-none_left = { $face }はもう残っていません
refusal-no_card_now = 今は札を配ったり引いたりしません。{ $seat }が決める番です
refusal-is_out =
    { $seat-is ->
        [you] 札がないので、このラウンドはもうあがっています
       *[other] { $seat }は札がなく、このラウンドはもうあがっています
    }
refusal-not_your_turn =
    { $seat-is ->
        [you] あなたではなく{ $turn }の番です
       *[other] { $seat }ではなく{ $turn }の番です
    }
refusal-leader_must_play = 場が空なので、親はパスできません
refusal-nothing_to_insert = 入れる札はありません。札を出すか、パスしてください
refusal-insert_first =
    { $how ->
        [collected] 先に、取り込んだ札を手札に入れてください
       *[drawn] 先に、引いた札を手札に入れてください
    }
refusal-no_such_place = 札を入れる位置は1から{ $last }までです
refusal-hand_is_shorter = 手札の最後の札は{ $last }の位置です
refusal-does_not_show = { $place }の位置の{ $face }は{ $number }として出せません
refusal-not_stronger = { $number }の{ $count }枚に勝つには、より多い枚数か、同じ枚数でより大きい数字が必要です

## 振り返り：なぜ良い手だったか

option-pass = パス
option-insert = { $card }を{ $place }の位置に入れる
option-play = { $place }の位置から{ a-set }出す
reason-cards = 「{ $better }」なら手札は{ $has }枚、「{ $played }」なら{ $had }枚になります。
reason-sets = 「{ $better }」のあとの手札は{ $has }組で出し切れ、「{ $played }」のあとは{ $had }組かかります。

## ボットのスタイル

style-careful = 慎重
style-bold = 大胆
style-patient = 辛抱強い

## 文字で見る場

text-title = 八トレイン   第{ $round }ラウンド（全{ $rounds }）   山札{ $stock }枚
text-field-empty = 場：空
text-field =
    場：{ $number }を{ $count }枚、席{ $seat } [{ $cards }]{ $passes ->
        [0] { "" }
       *[other] 、パス{ $passes }回
    }
text-cleared = 前に場を流したのは席{ $seat }です。続けて流すと、親が次の人に移ります。
text-seat =
    席{ $seat }{ $you ->
        [yes] （あなた）
       *[no] { "" }
    }   { $money }   { $cards }枚
text-insert = 入れる札：{ $cards }
text-cards = 札
text-places = 位置
text-over = ゲームは終わりました。

## 端末の画面

terminal-round = 第{ $round }ラウンド（全{ $rounds }）   山札{ $stock }枚
terminal-cleared = 前に場を流した人：{ $name }
terminal-field = 場
terminal-set-of = { $name }の{ $number }が{ $count }枚
terminal-passes = 、パス{ $passes }人
terminal-field-empty = 空：親は何でも出せます
terminal-to-insert = 入れる札：
terminal-cards = { $count }枚
terminal-your-hand = あなたの手札
terminal-your-turn = あなたの番
terminal-asks-place = { $card }をどこに入れますか？
terminal-asks-beat = 場に勝つ札を出すか、パスします
terminal-asks-lead = 出す札を選んでください
terminal-pass = パス
terminal-pass-draw = パスして1枚引く
terminal-at = { $cards }（{ $place }の位置から）

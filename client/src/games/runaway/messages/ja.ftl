### 盤面の文。

game-tagline = ブレーキが壊れました！荷物を投げ出し、崖の前で飛び降りましょう。
scene = 列車は{ $end }マス中{ $position }マス目、速度{ $speed }
cab = 運転室
speed = 速度
speed-is = 速度{ $speed }
stop-chart = 停止に必要な出目（以上）
short = 短い線
long = 長い線
die = サイコロ：{ $value }
no-die = サイコロ（未使用）
multiplier = 荷物の得点{ $times }倍
points = { $points }点
space-scores = 得点{ $label }：ここから荷物の得点が増えます
space-brake = ブレーキ{ $label }：出目に応じて速度が下がります
space-switch = 分岐：機関士が短い線か長い線を選びます
space-end = 終点：サイコロで結果が決まります
space-start = 出発
passenger = 乗客
conductor = 車掌
suitcase = 荷物{ $value }
and = { $one }と{ $other }
no-cards = カードなし
aim-none = 何も降ろしません。
aim-off = 乗客が降ります。同じ組を出した人がいれば相殺されます。
aim-passenger = 乗客と出された荷物のうち、いちばん小さければ降ろせます。
aim-conductor = 車掌と出された荷物のうち、いちばん大きければチップを払って降ろせます。
aim-bluff = はったり：荷物2つでは何も起きません。
engineer = 機関士
rank = { $rank }位
lost = 負け
cases-left = 残りの荷物：{ $cases }
off = 下車
off-short = 下車
ready = 選びました
thinking = 選んでいます
cancelled = 相殺
your-cards = あなたのカード
picked = 選択：{ $cards }
picked-none = 選択なし
locked-in = 決定：{ $cards }
one-more = もう1枚選んでください…
change = 選び直す
lock-in = 決定
play-none = 出さない
call = カウントダウン！
called = 全員が前のターンを見終えたら、カウントダウンが始まります。
pick-two = こっそり2枚選んでください。出さなくても構いません。
situation-pick = 第{ $turn }ターン：列車は{ $end }マス中{ $position }マス目、速度{ $speed }、荷物は×{ $times }。{ pick-two }
others-choose = ほかの人が選んでいます…
you-are-off = あなたは下車しました。見守りましょう。
wait-jump = { $name }が決めます：飛び降りる？ 残る？
wait-switch = { $name }が線路を選んでいます…
wait-roll = { $name }がサイコロを振ります…
you-roll = あなたが振ります…
over = ゲーム終了
jump-or-stay = 荷物が降りました。あなたも飛び降りますか？
jump = 飛び降りる！
stay = 残る
jump-note = 飛び降りれば安全ですが、残りの荷物は失います。
choose-track = どちらの線に進みますか？
track-facts = 終点まで{ $spaces }マス
roll-stops =
    { $roll ->
        [6] 速度{ $speed }なら6でのみ停止
       *[other] 速度{ $speed }なら{ $roll }以上で停止
    }
no-roll-stops = この速度では止まりません
needs =
    { $roll ->
        [6] 6が出たときだけ停止
        [7] どの目でも止まりません
       *[other] { $roll }以上で停止
    }
stopped = 列車が止まった！
plunged = 崖から転落！
everybody-off = 全員下車
nobody-wins = 勝者なし。
winners = { $names }の勝ち（{ $points }点）。
all-aboard = 発車！
now-times = 荷物は×{ $times }
at-brake-half = ブレーキ½：振る！
at-brake-full = ブレーキ1×：振る！
at-switch = 分岐
at-end = 終点
roll-speed = 速度の目
roll-brake-half = ブレーキ½
roll-brake-full = ブレーキ1×
roll-stop = 停止
nothing-off = 何も降りません
stayed-aboard = { $name }は車内に残ります
kept-points = { $name }は残した荷物で{ $points }点
lost-over = 崖から転落：{ $names }
enough = { $face }で足りた！
not-enough = { $face }では足りない…
moment-turn = 第{ $turn }ターン：{ $name }
moment-end = 終点
speed-stays = 速度は{ $speed }のまま
speed-goes = 速度{ $before } → { $after }
at-the-cliff =
    { $track ->
        [long] 長い線の終点、速度{ $speed }
       *[other] 短い線の終点、速度{ $speed }
    }
takes-short = { $name }は短い線へ
takes-long = { $name }は長い線へ
jumped-off = { $name }が飛び降りました
got-off = { $name }は車掌の助けで下車
sum = { $suitcase } × { $times }
sum-tip = { $suitcase } × { $times } − チップ{ $tip }
cards-up = カードを公開しています…
count = { $name }がカウントダウンします
count-you = あなたがカウントダウンします
count-choose = { $name }がカウントダウンします。今すぐ選んでください！
count-wait = { $name }がカウントダウンします。みんながあなたを待っています
count-clock = 残り時間がわずかです。{ $name }がカウントダウンします
count-clock-you = 残り時間がわずかです。あなたがカウントダウンします
count-clock-choose = 残り時間がわずかです。今すぐ選んでください！
aid = 荷物の得点
aid-short = 得点
aid-title = ×{ $times }での荷物の得点
aid-suitcase = 荷物
aid-passenger = 乗客
aid-conductor = 車掌
vote-question = 短い線？ 長い線？ 意見を聞いてから決めます。
vote-ask = みんなに聞く
vote-open = 投票中…
vote-asked = { $name }の質問：短い線？ 長い線？
votes = { $count }票
coin-toss = コインを投げる
coin-says =
    { $track ->
        [long] コインは「長い線」
       *[other] コインは「短い線」
    }
end-why = 結末
end-plunged =
    { $needed ->
        [7] 速度{ $speed }ではどの目でも止まりません。列車は崖から落ちました。
        [6] 速度{ $speed }では6が必要で、目は{ $face }。列車は崖から落ちました。
       *[other] 速度{ $speed }では{ $needed }以上が必要で、目は{ $face }。列車は崖から落ちました。
    }
end-stopped-cliff =
    { $needed ->
        [6] 速度{ $speed }では6が必要で、目は{ $face }。列車は崖の前で止まりました。
       *[other] 速度{ $speed }では{ $needed }以上が必要で、目は{ $face }。列車は崖の前で止まりました。
    }
end-stopped-brake = 途中のブレーキで列車が止まりました。車内の人は、残した荷物の点を得ます。
end-everybody-off = 全員が降り、列車は空のまま走り去りました。
end-player = プレイヤー
end-tossed = 降ろした
end-kept = 車内に残した
end-total = 得点
end-lost = 崖から転落
end-off = 下車
end-aboard = 車内

# 判断の種類
kind-choosing = カードの選択
kind-jumping = 飛び降りるか残るか
kind-switch = 分岐器の操作

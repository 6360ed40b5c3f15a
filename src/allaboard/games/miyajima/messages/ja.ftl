### 宮島行き快速列車の文、日本語。

game-title = 宮島行き快速列車

## できごと

took =
    { $forced ->
        [yes] 残りは{ WORD($die, of: "colour") }のサイコロです。
       *[no] { $seat }が{ WORD($die, of: "colour") }のサイコロを取ります。
    }
rolled = { WORD($die, of: "colour") }のサイコロは{ $face }。
cannot_load =
    { $seat-is ->
        [you] 何も積めません。
       *[other] { $seat }は何も積めません。
    }
made-of =
    { $other ->
        [hidden] { WORD($die, of: "colour") }
       *[other] { WORD($die, of: "colour") }＋{ WORD($other, of: "colour") }
    }
loaded = { $seat }は{ $cargo }（{ made-of }）を{ WORD($colour, of: "colour") }の{ WORD($train, of: "train") }に積み、{ $cars }両で{ $sum }になりました。
reached =
    { $first ->
        [yes] { $seat }が一番に{ WORD($colour, of: "city") }に着きました。
       *[no] { $seat }が{ WORD($colour, of: "city") }に着きました。
    }
destinations = 到着した都市：{ $count }（{ $needed }都市で終了）。
last_round = これが最後のラウンドです。
round_began = 第{ $round }ラウンド。サイコロを選ぶのは{ $seat }です。
ended =
    { $totals-count ->
        [1] ゲーム終了、{ $totals }点。
       *[other] ゲーム終了。合計：{ $totals }。
    }
won =
    { $seats-count ->
        [1] { $seats }が{ $points }点で勝ちました。
       *[other] { $seats }が{ $points }点で勝ちを分け合います。
    }
ranked = { $points }点、{ $seat }は{ WORD($rank, of: "rank") }です。
goal_met = 達成した目標：{ WORD($goal, of: "goal") }。
no_goal_met = 達成した目標はありません。

## 言葉

colour-red = 赤
colour-orange = オレンジ
colour-yellow = 黄
colour-green = 緑
colour-blue = 青
colour-purple = 紫
train-fast = 快速
train-heavy = 貨物
city-red = 宮島
city-orange = リオ
city-yellow = ロンドン
city-green = ニューヨーク
city-blue = パリ
city-purple = シドニー
rank-tycoon = 鉄道王
rank-conductor = 車掌
rank-inspector = 検査官
rank-engineer = 機関士
rank-boilerman = かまたき
rank-gandy-dancer = 線路工
goal-a = 200点以上、黄が最高得点で紫が2番目
goal-b = 4都市に到着し230点以上
goal-c = 宮島・リオ・ロンドンに到着し230点以上
goal-d = ニューヨーク・パリ・シドニーに到着し230点以上
goal-e = 260点を超える

## できない理由

refusal-game_over = ゲームは終わっています
refusal-loaded_already =
    { $seat-is ->
        [you] この目はもう積んでいます
       *[other] { $seat }はこの目をもう積んでいます
    }
refusal-nothing_to_load =
    { $seat-is ->
        [you] この目で積めるものはありません
       *[other] { $seat }がこの目で積めるものはありません
    }
refusal-players_load = 今はプレイヤーが積む番です
refusal-die_is_rolled = 今は{ WORD($die, of: "colour") }のサイコロを振る番です
refusal-not_the_active_player =
    { $seat-is ->
        [you] 今はあなたがサイコロを選ぶ番です
       *[other] 今は{ $seat }がサイコロを選ぶ番です
    }
refusal-faces_are = サイコロの目は1から6です
refusal-choose_first = 積む前に、次のサイコロを選んでください
refusal-rolled_before = { WORD($die, of: "colour") }のサイコロはこのラウンドでもう振られています
refusal-load_first = 次のサイコロを選ぶ前に、今の目を積んでください
refusal-reached_before =
    { $seat-is ->
        [you] { WORD($colour, of: "city") }にはもう着いています。{ WORD($colour, of: "colour") }の列車にはもう積めません
       *[other] { $seat }は{ WORD($colour, of: "city") }にもう着いています。{ WORD($colour, of: "colour") }の列車にはもう積めません
    }
refusal-cannot_be_made = { WORD($die, of: "colour") }のサイコロと前に振ったサイコロ1つでは{ WORD($colour, of: "colour") }の荷は作れません

## 振り返り：なぜ良い手だったか

option-roll = { WORD($die, of: "colour") }のサイコロ
option-load = { $cargo }を{ WORD($colour, of: "colour") }の{ WORD($train, of: "train") }に積む
reason-adhering = 「{ $better }」なら連結する組は{ $has }組、「{ $played }」なら{ $had }組です。
reason-points = 「{ $better }」ならここまで{ $has }点、「{ $played }」なら{ $had }点です。
reason-arrived = 「{ $better }」なら到着した都市は{ $has }か所、「{ $played }」なら{ $had }か所です。都市に着くほど終わりが近づきます。

## ボットのスタイル

style-careful = 慎重
style-bold = 大胆
style-collector = 収集家

## 文字で見る場

text-round = 第{ $round }ラウンド、サイコロを選ぶのは席{ $seat }（{ $dice }）
text-die = { WORD($die, of: "colour") }{ $face }
text-no-die = まだ振っていません
text-reached = 到着した都市：{ $cities }（{ $needed }都市で終了、現在{ $count }都市）
text-none = なし
text-seat = 席{ $seat }：{ $points }点
text-adheres = 連結

## 端末の画面

terminal-round = 第{ $round }ラウンド
terminal-destinations = 到着した都市 { $count }／{ $needed }
terminal-rank = ここまでの称号：{ WORD($rank, of: "rank") }
terminal-goals = 目標：
terminal-points = { $points }点
terminal-pt = { $points }点
terminal-your-dice = あなたの手番
terminal-dice = 手番
terminal-arrived = 到着
terminal-choosing = 選択中…
terminal-asks-die = 振るサイコロを選んでください
terminal-asks-load = 積む列車を選んでください
terminal-roll = { WORD($die, of: "colour") }のサイコロを振る
terminal-loaded = { WORD($colour, of: "colour") }の{ WORD($train, of: "train") }
terminal-load = { $cargo }を{ $into }に積む
terminal-then = { $cars }両で{ $sum }
terminal-short-red = 赤
terminal-short-orange = 橙
terminal-short-yellow = 黄
terminal-short-green = 緑
terminal-short-blue = 青
terminal-short-purple = 紫

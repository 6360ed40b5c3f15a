### 暴走列車の文、日本語。

game-title = 暴走列車

## できごと

all_aboard = { $seat }が「発車！」と叫びます。速度{ $speed }で出発。
rolled =
    { $why ->
        [speed] { $seat }の速度の目は{ $face }：速度{ $speed_before } → { $speed }。
        [brake_half] { $seat }のブレーキ½の目は{ $face }：速度{ $speed_before } → { $speed }。
        [brake_full] { $seat }のブレーキ1×の目は{ $face }：速度{ $speed_before } → { $speed }。
       *[stop] { $seat }の終点での目は{ $face }。{ $needed ->
            [7] どの目でも止まりませんでした。
            [6] 6が必要でした。
           *[other] { $needed }以上が必要でした。
        }
    }
moved =
    { $track ->
        [main] 列車はマス{ $start }から{ $end }へ進みます。
       *[other] 列車は{ WORD($track, of: "track") }線のマス{ $start }から{ $end }へ進みます。
    }
passed =
    { $halts ->
        [yes] { WORD($space, of: "space") }に着きました。
       *[no] { WORD($space, of: "space") }を通過：これから荷物は{ $multiplier }倍です。
    }
switched = { $seat }は{ WORD($track, of: "track") }線を選びました。
at_the_end =
    { $needed ->
        [7] 列車は速度{ $speed }で終点に：どの目でも止まりません。
        [6] 列車は速度{ $speed }で終点に：6でしか止まりません。
       *[other] 列車は速度{ $speed }で終点に：{ $needed }以上で止まります。
    }
revealed = { $seat }は{ WORD($cards, of: "cards") }。
cancelled = { $seats }は{ WORD($cards, of: "cards") }どうしで相殺されます。
tossed =
    { $who ->
        [passenger] { $seat }の乗客が荷物{ $suitcase }を降ろし、{ $points }点。
       *[conductor] { $tip ->
            [0] { $seat }の車掌が荷物{ $suitcase }を降ろし、{ $points }点。
           *[other] { $seat }の車掌が荷物{ $suitcase }を降ろし、チップ{ $tip }を引いて{ $points }点。
        }
    }
nothing_got_off = 荷物も乗客も降りません。
suitcases-lost =
    { $lost-count ->
        [0] { "" }
       *[other] 荷物{ $lost }を失います。
    }
got_off =
    { $how ->
        [jumped] { $seat }の乗客も飛び降りました。{ suitcases-lost }
       *[with_conductor] { $seat }の乗客が降りました。{ suitcases-lost }
    }
stayed = { $seat }の乗客は車内に残ります。
new_engineer = { $seat }が機関士です。
ended =
    { $how ->
        [stopped] 列車が止まりました。
        [plunged] 列車は崖から落ちました！
       *[everybody_off] 全員が降り、列車は空のまま走り去ります。
    }
kept = { $seat }はまだ車内にいて、残した荷物で{ $points }点。
lost = { $seats }は崖から落ちて負けです。
won =
    { $seats-count ->
        [1] { $seats }が{ $points }点で勝ちました。
       *[other] { $seats }が{ $points }点で勝ちを分け合います。
    }
nobody_won = 勝者はいません。

## 言葉

track-main = 本
track-short = 短い
track-long = 長い
space-scores-x2 = 得点×2
space-scores-x3 = 得点×3
space-short-scores-x4 = 得点×4
space-long-scores-x4 = 得点×4
space-brake-half = ブレーキ½
space-brake-full = ブレーキ1×
space-switch = 分岐
space-short-end = 短い線の終点
space-long-end = 長い線の終点
cards-none = カードなし
cards-PC = 乗客と車掌
cards-P1 = 乗客と荷物1
cards-P2 = 乗客と荷物2
cards-P3 = 乗客と荷物3
cards-P4 = 乗客と荷物4
cards-P5 = 乗客と荷物5
cards-P6 = 乗客と荷物6
cards-P7 = 乗客と荷物7
cards-C1 = 車掌と荷物1
cards-C2 = 車掌と荷物2
cards-C3 = 車掌と荷物3
cards-C4 = 車掌と荷物4
cards-C5 = 車掌と荷物5
cards-C6 = 車掌と荷物6
cards-C7 = 車掌と荷物7
cards-12 = 荷物1と2
cards-13 = 荷物1と3
cards-14 = 荷物1と4
cards-15 = 荷物1と5
cards-16 = 荷物1と6
cards-17 = 荷物1と7
cards-23 = 荷物2と3
cards-24 = 荷物2と4
cards-25 = 荷物2と5
cards-26 = 荷物2と6
cards-27 = 荷物2と7
cards-34 = 荷物3と4
cards-35 = 荷物3と5
cards-36 = 荷物3と6
cards-37 = 荷物3と7
cards-45 = 荷物4と5
cards-46 = 荷物4と6
cards-47 = 荷物4と7
cards-56 = 荷物5と6
cards-57 = 荷物5と7
cards-67 = 荷物6と7

## 誰が何をするか

doing =
    { $doing ->
        [speed] { $who }が速度のサイコロを振ります
        [brake] { $who }がブレーキのサイコロを振ります
        [switch] { $who }が短い線か長い線を選びます
        [choosing] 乗っている全員がカードを選びます
        [jumping] { $who }が乗客も飛び降りるか決めます
        [stopping] { $who }が終点でサイコロを振ります
       *[over] ゲームは終わっています
    }

## できない理由

refusal-game_over = ゲームは終わっています
refusal-no_die = 今はサイコロを振りません：{ doing }
refusal-off_the_train =
    { $seat-is ->
        [you] あなたはもう列車を降りています
       *[other] { $seat }はもう列車を降りています
    }
refusal-chosen_already =
    { $seat-is ->
        [you] もう選んでいます
       *[other] { $seat }はもう選んでいます
    }
refusal-not_for_this_seat =
    { $seat-is ->
        [you] 今は行動できません：{ doing }
       *[other] { $seat }は今は行動できません：{ doing }
    }
refusal-suitcases_gone =
    { $seat-is ->
        [you] 荷物{ $suitcases }はもう持っていません
       *[other] { $seat }は荷物{ $suitcases }をもう持っていません
    }
refusal-no_switch_here = 線路は、列車が分岐に着いたときに選びます
refusal-no_jump_now = 乗客が飛び降りられるのは、荷物を降ろした直後だけです
refusal-no_cards_now = 今はカードを選べません：{ doing }

## 振り返り：なぜ良い手だったか

option-none = カードなし
option-passenger = 乗客と荷物{ $suitcase }
option-conductor = 車掌と荷物{ $suitcase }
option-both = 乗客と車掌（降りる）
option-bluff = 荷物{ $low }と{ $high }（はったり）
option-track =
    { $track ->
        [long] 長い線
       *[short] 短い線
    }
option-jump = 飛び降りる
option-stay = 車内に残る
reason-scores = 誰にも邪魔されなければ、「{ $better }」は{ $has }点、「{ $played }」は{ $had }点です。
reason-keeps = 「{ $better }」なら価値{ $has }の荷物が車内に残り、「{ $played }」なら{ $had }が残ります。

## ボットのスタイル

style-careful = 慎重
style-bold = 大胆
style-gambler = 勝負師

## 文字で見る場

text-turn =
    ターン{ $turn }：速度{ $speed }、{ $track ->
        [main] { "" }
       *[other] { WORD($track, of: "track") }線の
    }マス{ $position }、得点×{ $multiplier }
text-ahead = この先：{ $spaces }
text-cliff = 崖
text-space =
    { $space ->
        [brake-half] ブレーキ½
        [brake-full] ブレーキ1×
        [switch] 分岐
        [end] 終点
       *[other] { $space }
    }（{ $at }）
text-heads = 席        得点  荷物           前のカード  今
text-off = 下車
text-none = なし
text-gained = { $cards } { $points }点
text-choosing = まだカードを選んでいないのは席{ $seats }です。
text-doing =
    { $needed ->
        [0] { $doing }。
       *[other] { $doing }。{ $needed }以上で列車が止まります。
    }

## 端末の画面

terminal-turn = ターン{ $turn }   速度{ $speed }   荷物の得点×{ $multiplier }
terminal-die = サイコロ{ $face }
terminal-stops =
    { $needed ->
        [7] どの目でも列車は止まりません
        [6] 6でしか列車は止まりません
       *[other] { $needed }以上で列車が止まります
    }
terminal-player = プレイヤー
terminal-points = 得点
terminal-cases = 荷物
terminal-cards = 前のカード
terminal-end = 終
terminal-track-short = 短い線
terminal-track-long = 長い線
terminal-engineer = 機
terminal-cancelled = 相殺
terminal-ready = 選択済み
terminal-asks-track = 分岐です。どちらの線に進みますか？
terminal-asks-jump = あなたの乗客も飛び降りますか？
terminal-asks-cards = こっそり2枚選んでください
terminal-rest-lost = 残りの荷物は失います
terminal-for = { $points }点

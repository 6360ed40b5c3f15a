game-title = トリック
game-tagline = 同じ色を出して、トリックを取ります。

suit-red = 赤
suit-green = 緑
suit-blue = 青
suit-yellow = 黄
dealt =
    { $suit ->
        [hidden] { $seat }にカードが配られました。
       *[other] { $seat }に{ WORD($suit, of: "suit") }の{ $number }が配られました。
    }
played = { $seat }が{ WORD($suit, of: "suit") }の{ $number }を出しました。
took = { $seat }がトリックを取りました（{ $tricks }）。
finished = { $winners }の勝ちです。
refusal-must_follow = { WORD($suit, of: "suit") }を出さなければなりません
refusal-not_held = そのカードは持っていません
refusal-not_now = 今はできません
text-seat = 席{ $seat }：出した札 { $card }、トリック{ $tricks }、残り{ $cards }枚 { $held }

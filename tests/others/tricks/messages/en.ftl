game-title = Tricks
game-tagline = Follow suit, take tricks.

suit-red = red
suit-green = green
suit-blue = blue
suit-yellow = yellow
dealt =
    { $suit ->
        [hidden] { $seat-is ->
            [you] You get a card.
           *[other] { $seat } gets a card.
        }
       *[other] { $seat-is ->
            [you] You get { WORD($suit, of: "suit") } { $number }.
           *[other] { $seat } gets { WORD($suit, of: "suit") } { $number }.
        }
    }
played =
    { $seat-is ->
        [you] You play { WORD($suit, of: "suit") } { $number }.
       *[other] { $seat } plays { WORD($suit, of: "suit") } { $number }.
    }
took =
    { $seat-is ->
        [you] You take trick number { $tricks }.
       *[other] { $seat } takes the trick and has { $tricks }.
    }
finished =
    { $winners-is ->
        [you] You win.
       *[other] { $winners } { $winners-count ->
            [one] wins
           *[other] win
        }.
    }
refusal-must_follow = you must follow { WORD($suit, of: "suit") }
refusal-not_held = you do not hold that card
refusal-not_now = not now
text-seat = seat { $seat }: played { $card }, tricks { $tricks }, { $cards } cards { $held }

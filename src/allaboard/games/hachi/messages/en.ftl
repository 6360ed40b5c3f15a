### Hachi Train, in English.

game-title = Hachi Train

## Events

round_began =
    { $seat-is ->
        [you] All cards are dealt; you lead round { $round }.
       *[other] All cards are dealt; { $seat } leads round { $round }.
    }
a-set =
    { $count ->
        [one] a single { $number }
        [2] two { $number }s
        [3] three { $number }s
        [4] four { $number }s
        [5] five { $number }s
        [6] six { $number }s
       *[other] seven { $number }s
    }
played =
    { $seat-is ->
        [you] You play { a-set } ({ $cards }).
       *[other] { $seat } plays { a-set } ({ $cards }).
    }
beat =
    { $seat-is ->
        [you] You beat { $owner } and collect { a-set }.
       *[other] { $owner-is ->
            [you] { $seat } beats you and collects { a-set }.
           *[other] { $seat } beats { $owner } and collects { a-set }.
        }
    }
whose-set =
    { $owner-is ->
        [you] Your set
       *[other] The set of { $owner }
    }
discarded =
    { $why ->
        [beaten] { whose-set } ({ a-set }) is beaten and discarded.
       *[cleared] Everyone else has passed. { whose-set } ({ a-set }) is discarded.
    }
out =
    { $seat-is ->
        [you] You have no cards left and are safe for this round.
       *[other] { $seat } has no cards left and is safe for this round.
    }
passed =
    { $seat-is ->
        [you] { $draws ->
            [yes] You pass.
           *[no] You pass; the stock is empty, so you draw nothing.
        }
       *[other] { $draws ->
            [yes] { $seat } passes.
           *[no] { $seat } passes; the stock is empty, so no card is drawn.
        }
    }
drew =
    { $seat-is ->
        [you] You draw { $face } from the stock.
       *[other] { $face ->
            [hidden] { $seat } draws a card from the stock.
           *[other] { $seat } draws { $face } from the stock.
        }
    }
the-card =
    { $face ->
        [hidden] the drawn card
       *[other] the { $face }
    }
inserted =
    { $seat-is ->
        [you] You put { the-card } in at place { $place }.
       *[other] { $seat } puts { the-card } in at place { $place }.
    }
leads =
    { $seat-is ->
        [you] { $why ->
            [owner] You lead.
            [twice] { $owner } has cleared the field twice in a row, so you lead.
           *[out] { $owner } is out, so you lead.
        }
       *[other] { $why ->
            [owner] { $seat } leads.
            [twice] { $owner-is ->
                [you] You have cleared the field twice in a row, so { $seat } leads.
               *[other] { $owner } has cleared the field twice in a row, so { $seat } leads.
            }
           *[out] { $owner-is ->
                [you] You are out, so { $seat } leads.
               *[other] { $owner } is out, so { $seat } leads.
            }
        }
    }
money-left =
    { $assets ->
        [0] nothing is left
       *[other] ${ $assets }00m is left
    }
round_lost =
    { $seat-is ->
        [you] Round { $round } is over: only you still hold cards and lose $100m; { money-left }.
       *[other] Round { $round } is over: only { $seat } still holds cards and loses $100m; { money-left }.
    }
game_ended =
    { $why ->
        [no_assets] { $seat-is ->
            [you] The game is over: you have no assets.
           *[other] The game is over: { $seat } has no assets.
        }
       *[all_rounds] The game is over: all rounds are played.
    }
result =
    { $draw ->
        [yes] All players have equal assets: a draw.
       *[no] { $losers-is ->
            [you] You lose; { $winners-count ->
                [one] { $winners } wins.
               *[other] { $winners } win.
            }
           *[other] { $losers-count ->
                [one] { $losers } loses
               *[other] { $losers } lose
            }; { $winners-is ->
                [you] you win.
               *[other] { $winners-count ->
                    [one] { $winners } wins.
                   *[other] { $winners } win.
                }
            }
        }
    }

## Refusals

refusal-game_over = the game is over
refusal-cards_are_dealt =
    { $seat-is ->
        [you] a card is being dealt to you; nobody acts meanwhile
       *[other] a card is being dealt to { $seat }; nobody acts meanwhile
    }
refusal-card_is_drawn =
    { $seat-is ->
        [you] a card is being drawn for you; nobody acts meanwhile
       *[other] a card is being drawn for { $seat }; nobody acts meanwhile
    }
refusal-only_numbered = { $face } is a special card; only numbered cards are dealt
refusal-only_specials = { $face } is a numbered card; the stock holds only specials
refusal-none_left = no { $face } is left
refusal-no_card_now =
    { $seat-is ->
        [you] no card is dealt or drawn now; you decide
       *[other] no card is dealt or drawn now; { $seat } decides
    }
refusal-is_out =
    { $seat-is ->
        [you] you have no cards left and are out of this round
       *[other] { $seat } has no cards left and is out of this round
    }
refusal-not_your_turn =
    { $seat-is ->
        [you] it is the turn of { $turn }, not yours
       *[other] it is the turn of { $turn }, not of { $seat }
    }
refusal-leader_must_play = the field is empty, and the leader may not pass
refusal-nothing_to_insert = there is no card to insert; play or pass
refusal-insert_first =
    { $how ->
        [collected] put the collected card into the hand first
       *[drawn] put the drawn card into the hand first
    }
refusal-no_such_place = a card can be inserted at places 1 to { $last }
refusal-hand_is_shorter = the hand’s last card is at place { $last }
refusal-does_not_show = the card at place { $place }, { $face }, does not show { $number }
refusal-not_stronger = to beat { a-set }, play more cards, or as many cards of a higher number

## Why an action was better, in a review

option-pass = Pass
option-insert = The { $card } at place { $place }
option-play = Play { a-set } from place { $place }
reason-cards =
    { $has ->
        [one] “{ $better }” leaves one card in the hand; “{ $played }” leaves { $had }.
       *[other] “{ $better }” leaves { $has } cards in the hand; “{ $played }” leaves { $had }.
    }
reason-sets =
    { $has ->
        [one] After “{ $better }”, the hand can be played as one set; after “{ $played }”, as { $had }.
       *[other] After “{ $better }”, the hand can be played as { $has } sets; after “{ $played }”, as { $had }.
    }

## How bots play

style-careful = careful
style-bold = bold
style-patient = patient

## The table as text

text-title = Hachi Train   round { $round } of { $rounds }   stock { $stock }
text-field-empty = Field: empty
text-field =
    Field: { $count } × { $number } of Seat { $seat } [{ $cards }]{ $passes ->
        [0] { "" }
       *[other] , passes: { $passes }
    }
text-cleared = Seat { $seat } cleared the field last; the next clear in a row passes the lead on.
text-seat =
    Seat { $seat }{ $you ->
        [yes] { " " }(you)
       *[no] { "" }
    }   { $money }   { $cards ->
        [one] 1 card
       *[other] { $cards } cards
    }
text-insert = to insert: { $cards }
text-cards = cards
text-places = place
text-over = The game is over.

## The terminal

terminal-round = Round { $round } of { $rounds }   stock { $stock }
terminal-cleared = { $name } cleared the field last
terminal-field = Field
terminal-set-of = { $count } × { $number } of { $name }
terminal-passes = , { $passes } passed
terminal-field-empty = empty: the leader plays anything
terminal-to-insert = To insert:
terminal-cards = { $count } cards
terminal-your-hand = Your hand
terminal-your-turn = your turn
terminal-asks-place = Where does the { $card } go?
terminal-asks-beat = Beat the field, or pass
terminal-asks-lead = Play a set
terminal-pass = pass
terminal-pass-draw = pass and draw a card
terminal-at = { $cards } at { $place }

### RunAway Train, in English.

game-title = RunAway Train

## Events

all_aboard =
    { $seat-is ->
        [you] You call “All aboard!”, and the train leaves at speed { $speed }.
       *[other] { $seat } calls “All aboard!”, and the train leaves at speed { $speed }.
    }
who-rolls =
    { $seat-is ->
        [you] You roll
       *[other] { $seat } rolls
    }
rolled =
    { $why ->
        [speed] { who-rolls } { $face } for speed: { $speed_before } → { $speed }.
        [brake_half] { who-rolls } { $face } on the ½ brake: speed { $speed_before } → { $speed }.
        [brake_full] { who-rolls } { $face } on the 1× brake: speed { $speed_before } → { $speed }.
       *[stop] { who-rolls } { $face } at the end. { $needed ->
            [7] No roll could have stopped the train.
            [6] A 6 was needed.
           *[other] { $needed } or more was needed.
        }
    }
moved =
    { $track ->
        [main] The train moves from space { $start } to { $end }.
       *[other] The train moves from space { $start } to { $end } of the { WORD($track, of: "track") } track.
    }
passed =
    { $halts ->
        [yes] It reaches the { WORD($space, of: "space") }.
       *[no] It passes { WORD($space, of: "space") }: suitcases count ×{ $multiplier } from here on.
    }
switched =
    { $seat-is ->
        [you] You take the { WORD($track, of: "track") } track.
       *[other] { $seat } takes the { WORD($track, of: "track") } track.
    }
at_the_end =
    { $needed ->
        [7] The train is at the end with speed { $speed }: no roll can stop it.
        [6] The train is at the end with speed { $speed }: only a 6 stops it.
       *[other] The train is at the end with speed { $speed }: { $needed } or more stops it.
    }
revealed =
    { $seat-is ->
        [you] You show { WORD($cards, of: "cards") }.
       *[other] { $seat } shows { WORD($cards, of: "cards") }.
    }
cancelled = { $seats } cancel each other out with { WORD($cards, of: "cards") }.
whose-passenger =
    { $seat-is ->
        [you] Your passenger
       *[other] { $seat }’s passenger
    }
whose-conductor =
    { $seat-is ->
        [you] Your conductor
       *[other] { $seat }’s conductor
    }
points =
    { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
tossed =
    { $who ->
        [passenger] { whose-passenger } gets suitcase { $suitcase } off for { points }.
       *[conductor] { $tip ->
            [0] { whose-conductor } gets suitcase { $suitcase } off for { points }.
           *[other] { whose-conductor } gets suitcase { $suitcase } off for { points }, after a tip of { $tip }.
        }
    }
nothing_got_off = Nothing gets off the train.
suitcases-lost =
    { $lost-count ->
        [0] .
        [one] ; suitcase { $lost } is lost.
       *[other] ; suitcases { $lost } are lost.
    }
got_off =
    { $how ->
        [jumped] { whose-passenger } jumps off too{ suitcases-lost }
       *[with_conductor] { whose-passenger } gets off{ suitcases-lost }
    }
stayed = { whose-passenger } stays aboard.
new_engineer =
    { $seat-is ->
        [you] You are the engineer.
       *[other] { $seat } is the engineer.
    }
ended =
    { $how ->
        [stopped] The train stops.
        [plunged] The train goes over the cliff!
       *[everybody_off] Everybody is off, and the train runs on empty.
    }
kept =
    { $seat-is ->
        [you] You are still aboard and score { points } for the suitcases that you kept.
       *[other] { $seat } is still aboard and scores { points } for the suitcases kept.
    }
lost =
    { $seats-is ->
        [you] You go over the cliff and lose.
       *[other] { $seats-count ->
            [one] { $seats } goes over the cliff and loses.
           *[other] { $seats } go over the cliff and lose.
        }
    }
won =
    { $seats-is ->
        [you] You win with { points }.
       *[other] { $seats-count ->
            [one] { $seats } wins with { points }.
           *[other] { $seats } share the win with { points }.
        }
    }
nobody_won = Nobody wins.

## Words

track-main = main
track-short = short
track-long = long
space-scores-x2 = scores ×2
space-scores-x3 = scores ×3
space-short-scores-x4 = scores ×4
space-long-scores-x4 = scores ×4
space-brake-half = ½ brake
space-brake-full = 1× brake
space-switch = switch
space-short-end = end of the short track
space-long-end = end of the long track
cards-none = no cards
cards-PC = passenger and conductor
cards-P1 = passenger and suitcase 1
cards-P2 = passenger and suitcase 2
cards-P3 = passenger and suitcase 3
cards-P4 = passenger and suitcase 4
cards-P5 = passenger and suitcase 5
cards-P6 = passenger and suitcase 6
cards-P7 = passenger and suitcase 7
cards-C1 = conductor and suitcase 1
cards-C2 = conductor and suitcase 2
cards-C3 = conductor and suitcase 3
cards-C4 = conductor and suitcase 4
cards-C5 = conductor and suitcase 5
cards-C6 = conductor and suitcase 6
cards-C7 = conductor and suitcase 7
cards-12 = suitcases 1 and 2
cards-13 = suitcases 1 and 3
cards-14 = suitcases 1 and 4
cards-15 = suitcases 1 and 5
cards-16 = suitcases 1 and 6
cards-17 = suitcases 1 and 7
cards-23 = suitcases 2 and 3
cards-24 = suitcases 2 and 4
cards-25 = suitcases 2 and 5
cards-26 = suitcases 2 and 6
cards-27 = suitcases 2 and 7
cards-34 = suitcases 3 and 4
cards-35 = suitcases 3 and 5
cards-36 = suitcases 3 and 6
cards-37 = suitcases 3 and 7
cards-45 = suitcases 4 and 5
cards-46 = suitcases 4 and 6
cards-47 = suitcases 4 and 7
cards-56 = suitcases 5 and 6
cards-57 = suitcases 5 and 7
cards-67 = suitcases 6 and 7

## What is being done, and by whom

doing =
    { $doing ->
        [speed] { $who } rolls for speed
        [brake] { $who } rolls for the brake
        [switch] { $who } chooses the short or the long track
        [choosing] all aboard choose cards
        [jumping] { $who } decides whether the passenger jumps too
        [stopping] { $who } rolls at the end of the track
       *[over] the game is over
    }

## Refusals

refusal-game_over = the game is over
refusal-no_die = no die is rolled now: { doing }
refusal-off_the_train =
    { $seat-is ->
        [you] you are off the train and cannot act any more
       *[other] { $seat } is off the train and cannot act any more
    }
refusal-chosen_already =
    { $seat-is ->
        [you] you have chosen already
       *[other] { $seat } has chosen already
    }
refusal-not_for_this_seat =
    { $seat-is ->
        [you] you cannot act now: { doing }
       *[other] { $seat } cannot act now: { doing }
    }
refusal-suitcases_gone =
    { $seat-is ->
        [you] you do not have { suitcases } any more
       *[other] { $seat } does not have { suitcases } any more
    }
suitcases =
    { $suitcases-count ->
        [one] suitcase { $suitcases }
       *[other] suitcases { $suitcases }
    }
refusal-no_switch_here = the track can be chosen only when the train reaches the switch
refusal-no_jump_now = the passenger can jump only right after getting a suitcase off
refusal-no_cards_now = cards cannot be chosen now: { doing }

## Why an action was better, in a review

option-none = No cards
option-passenger = Passenger with suitcase { $suitcase }
option-conductor = Conductor with suitcase { $suitcase }
option-both = Passenger and conductor, to get off
option-bluff = Suitcases { $low } and { $high }, a bluff
option-track =
    { $track ->
        [long] The long track
       *[short] The short track
    }
option-jump = Jump off
option-stay = Stay aboard
reason-scores =
    { $has ->
        [one] If nobody prevents it, “{ $better }” scores one point; “{ $played }” scores { $had }.
       *[other] If nobody prevents it, “{ $better }” scores { $has } points; “{ $played }” scores { $had }.
    }
reason-keeps = “{ $better }” keeps suitcases worth { $has } aboard; “{ $played }” keeps { $had }.

## How bots play

style-careful = careful
style-bold = bold
style-gambler = gambler

## The table as text

text-turn =
    Turn { $turn }: speed { $speed }, space { $position }{ $track ->
        [main] { "" }
       *[other] { " " }of the { WORD($track, of: "track") } track
    }, scores ×{ $multiplier }
text-ahead = Ahead: { $spaces }
text-cliff = the cliff
text-space =
    { $space ->
        [brake-half] brake ½
        [brake-full] brake 1×
        [switch] switch
        [end] end
       *[other] { $space }
    } at { $at }
text-heads = Seat    Points  Suitcases      Last cards  Now
text-off = off the train
text-none = none
text-gained = { $cards } for { $points }
text-choosing =
    { $seats-count ->
        [one] Seat { $seats } has
       *[other] Seats { $seats } have
    } yet to choose cards.
text-doing =
    { $needed ->
        [0] { $doing }.
       *[other] { $doing }; { $needed } or more stops the train.
    }

## The terminal

terminal-turn = Turn { $turn }   speed { $speed }   suitcases count ×{ $multiplier }
terminal-die = die { $face }
terminal-stops =
    { $needed ->
        [7] no roll stops the train
        [6] only a 6 stops the train
       *[other] { $needed } or more stops the train
    }
terminal-player = Player
terminal-points = Points
terminal-cases = Suitcases
terminal-cards = Last cards
terminal-end = end
terminal-track-short = short
terminal-track-long = long
terminal-engineer = E
terminal-cancelled = cancelled
terminal-ready = ready
terminal-asks-track = You are at the switch: which track?
terminal-asks-jump = Does your passenger jump too?
terminal-asks-cards = Choose two cards, in secret
terminal-rest-lost = the rest is lost
terminal-for = for { $points }

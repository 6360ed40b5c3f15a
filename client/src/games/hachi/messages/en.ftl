### What the board says.

game-tagline = Your hand keeps its order. Play sets of equal numbers, collect what you beat, and never be the last with cards.
assets = { $money } million dollars in assets
rival-hand =
    { $name }: { $count } { $count ->
        [one] card
       *[other] cards
    } in hand.
known = Known, in order: { $cards }.
no-cards = No cards left
out = Safe
passed = Passed
leads-round = Led this round
cleared-once = Cleared the field last; after a second clear in a row, the next player leads
hidden = a hidden card
hidden-special = a hidden special
either = { $low } or { $high }
set-1 = a single { $number }
set-2 = two { $number }s
set-3 = three { $number }s
set-4 = four { $number }s
set-5 = five { $number }s
set-6 = six { $number }s
set-7 = seven { $number }s
gap-first = First, before the { $right }
gap-only = As the only card
gap-between = Between { $left } and { $right }
gap-last = Last, after the { $left }
card-at = { $card }, card { $place } of { $count }
can-play = can be played
your-hand =
    Your hand, { $count } { $count ->
        [one] card
       *[other] cards
    }, in order
seen = Everyone has seen this card
table = The table
stock = Stock
discarded = Discards
discarded-list = Discarded this round
field-holds = In the field: { $set } of { $name }
field-empty = The field is empty
round = Round { $round } of { $rounds }
makes = Makes { $set }
insert-how = Where does it go? Tap a gap in your hand, or drag the card there.
insert-here = Put it here
choose-run = Which set do you play?
chosen = Chosen: { $set }
play = Play { $set }
play-nothing = Choose cards
pass = Pass
pass-draw = Pass and draw
over = The game is over
dealing = The cards are dealt …
wait-play = { $name } is thinking …
wait-insert = { $name } puts cards into the hand …
your-turn = Your turn: beat the field, or pass.
your-lead = You lead: choose the cards to play.
must-pass = Nothing here beats the field.
draw = A draw
you-win = You have won
you-lose = You have lost
you-are-safe = Your hand is empty: you are safe this round.
first-clear = 1st clear
on-the-field = the field holds { $set } of { $name }
on-the-field-yours = the field holds { $set } of yours
on-no-field = the field is empty
now-drawn = You drew { $card }; { $field }; choose a gap.
now-collected =
    { $count ->
        [0] You collected { $card }; { $field }; choose a gap.
       *[other] You collected { $card }, and { $count } more to follow; { $field }; choose a gap.
    }
now-lead = Your turn: { $field }, so you lead.
now-beat = Your turn: { $field }; beat it, or pass.
now-pass = Your turn: { $field }; nothing in your hand beats it, so you must pass.
passes-itself = Nothing here beats the field, so you pass.
ask-me = Always ask me
round-over = Round { $round } is over
is-last =
    { $count ->
        [one] { $name } alone still holds a card.
       *[other] { $name } alone still holds cards: { $count }.
    }
you-are-last =
    { $count ->
        [one] You alone still hold a card.
       *[other] You alone still hold cards: { $count }.
    }
leads-next = { $name } leads round { $round }.
you-lead-next = You lead round { $round }.
ends-broke = { $name } has no assets left: the game is over.
ends-broke-you = You have no assets left: the game is over.
ends-rounds = All rounds are played: the game is over.
go-on = Continue
moment-round = Round { $round }: { $name } leads
what-is-left = What everybody has left
player = Player
rounds-lost = Rounds lost
assets-left = Assets

# The kinds of decisions
kind-turn = plays and passes
kind-inserting = inserting cards

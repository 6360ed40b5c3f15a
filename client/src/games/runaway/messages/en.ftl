### What the board says.

game-title = RunAway Train
game-tagline = The brakes have failed. Throw your suitcases off, and jump before the cliff.
scene = The train is at space { $position } of { $end }, at speed { $speed }
cab = In the cab
speed = Speed
speed-is = Speed { $speed }
stop-chart = Stops on a roll of … or more
short = Short
long = Long
die = Die: { $value }
no-die = Die, not rolled
multiplier = Suitcases count { $times } times
points =
    { $points } { $points ->
        [one] point
       *[other] points
    }
space-scores = Scores { $label }: suitcases count more from here on
space-brake = Brake { $label }: the speed drops by that much of a roll
space-switch = Switch: the engineer chooses the short or the long track
space-end = End of the track: a roll decides
space-start = Start
passenger = passenger
conductor = conductor
suitcase = suitcase { $value }
and = { $one } and { $other }
no-cards = no cards
aim-none = You keep everything aboard.
aim-off = The passenger gets off, unless somebody plays the same.
aim-passenger = Thrown off if no other passenger brings a lower suitcase.
aim-conductor = Thrown off, for a tip, if no other conductor brings a higher one.
aim-bluff = A bluff: two suitcases do nothing.
engineer = Engineer
rank = #{ $rank }
lost = lost
cases-left = Suitcases left: { $cases }
off = Off the train
off-short = Off
ready = has chosen
thinking = is choosing
cancelled = cancelled
close-reveal = The revealed cards; close
your-cards = Your cards
picked = Picked: { $cards }
picked-none = Nothing picked
locked-in = Locked in: { $cards }
one-more = And a second card …
change = Change
lock-in = Lock in
play-none = No cards
call = Count down!
pick-two = Pick two cards in secret, or none.
others-choose = The others are choosing …
you-are-off = You are off the train: watch the others.
wait-jump = { $name } decides: jump or stay?
wait-switch = { $name } sets the switch …
wait-roll = { $name } rolls …
you-roll = You roll …
over = The game is over
jump-or-stay = Your suitcase is off. Jump after it?
jump = Jump!
stay = Stay aboard
jump-note = Who jumps is safe, and leaves the other suitcases behind.
choose-track = Which track?
track-facts =
    { $spaces } { $spaces ->
        [one] space
       *[other] spaces
    } to the end
roll-stops = at speed { $speed }, { $roll } or more stops it
no-roll-stops = no roll stops it at this speed
needs = { $roll } or more stops the train
stopped = The train stops!
plunged = Over the cliff!
everybody-off = Everybody is off
nobody-wins = Nobody wins.
winners =
    { $names } { $names-count ->
        [one] wins
       *[other] win
    } with { $points } { $points ->
        [one] point
       *[other] points
    }.
you-win = You have won!
all-aboard = ALL ABOARD!
now-times = Suitcases count ×{ $times }
at-brake-half = ½ brake: roll!
at-brake-full = 1× brake: roll!
at-switch = The switch
at-end = The end of the track
roll-speed = for speed
roll-brake-half = ½ brake
roll-brake-full = 1× brake
roll-stop = to stop
less-tip = after a tip of { $tip }
nothing-off = Nothing gets off
stayed-aboard = { $name } stays aboard
kept-points = { $name } keeps { $points } points
lost-over = Lost over the cliff: { $names }
enough = { $face } is enough!
not-enough = { $face } is not enough …
counts = { $name } counts: choose now!
moment-turn = Turn { $turn }: { $name }
moment-end = At the end of the track
by-passenger = by passenger { $points }
by-conductor = by conductor { $points }

# How bots play
style-careful = careful
style-bold = bold
style-gambler = gambler

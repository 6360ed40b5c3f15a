### What the board says.

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
space-brake = Brake { $label }: the speed drops by that part of a roll
space-switch = Switch: the engineer chooses the short or the long track
space-end = End of the track: a roll decides
space-start = Start
passenger = passenger
conductor = conductor
suitcase = suitcase { $value }
and = { $one } and { $other }
no-cards = no cards
aim-none = You keep everything aboard.
aim-off = The passenger gets off, unless somebody plays the same cards.
aim-passenger = Gets off if no other passenger has a lower suitcase.
aim-conductor = Gets off, minus a tip, if no other conductor has a higher suitcase.
aim-bluff = A bluff: two suitcases have no effect.
engineer = Engineer
rank = #{ $rank }
lost = lost
cases-left = Suitcases left: { $cases }
off = Off the train
off-short = Off
ready = has chosen
thinking = is choosing
cancelled = cancelled
your-cards = Your cards
picked = Picked: { $cards }
picked-none = Nothing picked
locked-in = Locked in: { $cards }
one-more = And a second card …
change = Change
lock-in = Lock in
play-none = No cards
call = Count down!
called = You count down when everybody has seen the last turn.
pick-two = Pick two cards in secret, or none.
situation-pick = Turn { $turn }: the train is at space { $position } of { $end }, at speed { $speed }; suitcases count ×{ $times }. { pick-two }
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
jump-note = If you jump, you are safe, but you lose your other suitcases.
choose-track = Which track?
track-facts =
    { $spaces } { $spaces ->
        [one] space
       *[other] spaces
    } to the end
roll-stops =
    { $roll ->
        [6] at speed { $speed }, only a 6 stops it
       *[other] at speed { $speed }, { $roll } or more stops it
    }
no-roll-stops = no roll stops it at this speed
needs =
    { $roll ->
        [6] Only a 6 stops the train
        [7] No roll stops the train
       *[other] { $roll } or more stops the train
    }
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
all-aboard = ALL ABOARD!
now-times = Suitcases count ×{ $times }
at-brake-half = ½ brake: roll!
at-brake-full = 1× brake: roll!
at-switch = The switch
at-end = The end of the track
roll-speed = Roll for speed
roll-brake-half = ½ brake
roll-brake-full = 1× brake
roll-stop = to stop
nothing-off = Nothing gets off
stayed-aboard = { $name } stays aboard
kept-points = { $name } keeps { $points } points
lost-over = Lost over the cliff: { $names }
enough = { $face } is enough!
not-enough = { $face } is not enough …
moment-turn = Turn { $turn }: { $name }
moment-end = At the end of the track
speed-stays = The speed stays { $speed }
speed-goes = Speed { $before } → { $after }
at-the-cliff =
    { $track ->
        [long] Speed { $speed } at the end of the long track
       *[other] Speed { $speed } at the end of the short track
    }
takes-short = { $name } takes the short track
takes-long = { $name } takes the long track
jumped-off = { $name } jumps off
got-off = { $name } gets off with the conductor’s help
sum = { $suitcase } × { $times }
sum-tip = { $suitcase } × { $times } − { $tip } tip
cards-up = The cards are turned over …
count = { $name } counts down
count-you = You count down
count-choose = { $name } counts down: choose now!
count-wait = { $name } counts down: everybody is waiting for you
count-clock = The time runs out: { $name } counts down
count-clock-you = The time runs out: you count down
count-clock-choose = Your time runs out: choose now!
aid = What a suitcase brings
aid-short = Points
aid-title = What a suitcase brings at ×{ $times }
aid-suitcase = Suitcase
aid-passenger = Passenger
aid-conductor = Conductor
vote-question = Short or long? Tell me what you think, then I decide.
vote-ask = Ask the table
vote-open = The table votes …
vote-asked = { $name } asks: short or long?
votes =
    { $count } { $count ->
        [one] vote
       *[other] votes
    }
coin-toss = Toss a coin
coin-says =
    { $track ->
        [long] The coin says: long
       *[other] The coin says: short
    }
end-why = How it ended
end-plunged =
    { $needed ->
        [7] At speed { $speed } no roll could stop the train. It went over the cliff.
        [6] At speed { $speed } it took a 6 to stop, and the roll was { $face }. The train went over the cliff.
       *[other] At speed { $speed } it took { $needed } or more to stop, and the roll was { $face }. The train went over the cliff.
    }
end-stopped-cliff =
    { $needed ->
        [6] At speed { $speed } it took a 6 to stop, and the roll was a 6. The train stopped at the cliff.
       *[other] At speed { $speed } it took { $needed } or more to stop, and the roll was { $face }. The train stopped at the cliff.
    }
end-stopped-brake = The brake stopped the train on its way. Everybody aboard keeps the suitcases that are left.
end-everybody-off = Everybody got off, and the train ran on empty.
end-player = Player
end-tossed = Thrown off
end-kept = Kept aboard
end-total = Points
end-lost = Lost over the cliff
end-off = Off the train
end-aboard = Aboard

# The kinds of decisions
kind-choosing = choosing cards
kind-jumping = jumping or staying
kind-switch = setting the switch

### What the board says.

game-tagline = Three dice, twelve trains, six cities. Load the heavy train, keep the fast one ahead.
city-reached = { $city }: reached by { $names }
city-open = { $city }: not reached
made-red = red
made-orange = red + yellow
made-yellow = yellow
made-green = yellow + blue
made-blue = blue
made-purple = red + blue
pair =
    { $city }: fast train { $fast } in { $fastCars } { $fastCars ->
        [one] car
       *[other] cars
    }, heavy train { $heavy } in { $heavyCars } { $heavyCars ->
        [one] car
       *[other] cars
    }, { $adheres }, { $score } { $score ->
        [one] point
       *[other] points
    }
adheres = adhering
apart = not adhering
option = Load { $cargo } into the { $train } { $colour } train: the car will show { $sum }
roll = Roll
die-roll = Roll the { $colour } die
die-waits = The { $colour } die, not rolled yet
die-shows = The { $colour } die shows { $face }
dice = Dice
cargoes = What the dice can load
destinations = Destinations reached: { $count } of the { $needed } that end the game
ends = { $count } of { $needed } end the game
ends-short = { $count } of { $needed }
last-round = Last round
round = Round { $round }
points = Points
others = The other sheets
enlarge =
    { $name }, { $score } { $score ->
        [one] point
       *[other] points
    }: enlarge the sheet
sheet-of = Sheet of { $name }
sheet-own = Your sheet
has-dice = has the dice
has-chosen = has chosen
nothing = Can load nothing
nothing-short = no load
you-nothing = You can load nothing.
cargo = { $amount } { $colour }
rolling = The { $colour } die rolls …
situation-choose = Round { $round }, you have the dice: roll { $dice }.
situation-load =
    The { $die } die shows { $face }. Load { $cargo }: { $loads } { $loads ->
        [one] load is
       *[other] loads are
    } possible.
prompt-choose = Your dice: choose one to roll.
prompt-load = Load the cargo: choose a glowing car.
prompt-waiting = Waiting for { $names }
prompt-dice = { $name }: choosing a die …
prompt-over = The game is over.
end-table = The twelve scores
end-total = Total
end-key = Coloured pairs adhere: the fast train scores its cargo, the heavy train the square of its number of cars. Other trains score one point for each car.
end-goals = Goals
goal-met = met
goal-missed = not met
moment-round = Round { $round }: { $name }
moment-end = The end

# The kinds of decisions
kind-choose = choosing a die
kind-load = loading

### Fast Train to Miyajima, in English.

game-title = Fast Train to Miyajima

## Events

took =
    { $forced ->
        [yes] The { WORD($die, of: "colour") } die is left.
       *[no] { $seat-is ->
            [you] You take the { WORD($die, of: "colour") } die.
           *[other] { $seat } takes the { WORD($die, of: "colour") } die.
        }
    }
rolled = The { WORD($die, of: "colour") } die shows { $face }.
cannot_load =
    { $seat-is ->
        [you] You can load nothing.
       *[other] { $seat } can load nothing.
    }
who-loads =
    { $seat-is ->
        [you] You load
       *[other] { $seat } loads
    }
made-of =
    { $other ->
        [hidden] { WORD($die, of: "colour") }
       *[other] { WORD($die, of: "colour") } and { WORD($other, of: "colour") }
    }
car-count =
    { $cars ->
        [one] { $cars } car
       *[other] { $cars } cars
    }
loaded = { who-loads } { $cargo } ({ made-of }) into the { WORD($train, of: "train") } { WORD($colour, of: "colour") } train: { $sum } in { car-count }.
reached =
    { $first ->
        [yes] { $seat-is ->
            [you] You are the first to reach { WORD($colour, of: "city") }.
           *[other] { $seat } is the first to reach { WORD($colour, of: "city") }.
        }
       *[no] { $seat-is ->
            [you] You reach { WORD($colour, of: "city") }.
           *[other] { $seat } reaches { WORD($colour, of: "city") }.
        }
    }
destinations = Destinations reached: { $count } of { $needed }.
last_round = This is the last round.
round_began =
    { $seat-is ->
        [you] Round { $round } begins; you have the dice.
       *[other] Round { $round } begins; { $seat } has the dice.
    }
ended =
    { $totals-count ->
        [one] The game is over with { $totals } points.
       *[other] The game is over. Totals: { $totals }.
    }
won =
    { $seats-is ->
        [you] You win with { $points } points.
       *[other] { $seats-count ->
            [one] { $seats } wins with { $points } points.
           *[other] { $seats } share the win with { $points } points.
        }
    }
ranked =
    { $seat-is ->
        [you] With { $points } points you are { WORD($rank, of: "rank") }.
       *[other] With { $points } points { $seat } is { WORD($rank, of: "rank") }.
    }
goal_met = Goal met: { WORD($goal, of: "goal") }.
no_goal_met = No goal was met.

## Words

colour-red = red
colour-orange = orange
colour-yellow = yellow
colour-green = green
colour-blue = blue
colour-purple = purple
train-fast = fast
train-heavy = heavy
city-red = Miyajima
city-orange = Rio
city-yellow = London
city-green = New York
city-blue = Paris
city-purple = Sydney
rank-tycoon = Tycoon
rank-conductor = Conductor
rank-inspector = Inspector
rank-engineer = Engineer
rank-boilerman = Boilerman
rank-gandy-dancer = Gandy Dancer
goal-a = 200 points, with yellow the best colour and purple the second best
goal-b = four destinations and 230 points
goal-c = Miyajima, Rio and London and 230 points
goal-d = New York, Paris and Sydney and 230 points
goal-e = more than 260 points

## Refusals

refusal-game_over = the game is over
refusal-loaded_already =
    { $seat-is ->
        [you] you have loaded this roll already
       *[other] { $seat } has loaded this roll already
    }
refusal-nothing_to_load =
    { $seat-is ->
        [you] you can load nothing of this roll
       *[other] { $seat } can load nothing of this roll
    }
refusal-players_load = the players load now
refusal-die_is_rolled = the { WORD($die, of: "colour") } die must be rolled now
refusal-not_the_active_player =
    { $seat-is ->
        [you] you are the active player and choose the die now
       *[other] { $seat } is the active player and chooses the die now
    }
refusal-faces_are = a die shows 1 to 6
refusal-choose_first = the next die must be chosen before anybody loads
refusal-rolled_before = the { WORD($die, of: "colour") } die has already been rolled in this round
refusal-load_first = all players must load the die that was rolled before the next one is chosen
refusal-reached_before =
    { $seat-is ->
        [you] you have reached { WORD($colour, of: "city") }; your { WORD($colour, of: "colour") } trains take no more cargo
       *[other] { $seat } has reached { WORD($colour, of: "city") }; their { WORD($colour, of: "colour") } trains take no more cargo
    }
refusal-cannot_be_made = { WORD($colour, of: "colour") } cargo cannot be made with the { WORD($die, of: "colour") } die and one rolled before

## Why an action was better, in a review

option-roll = The { WORD($die, of: "colour") } die
option-load = { $cargo } into the { WORD($train, of: "train") } { WORD($colour, of: "colour") } train
reason-adhering =
    { $has ->
        [one] With “{ $better }”, one pair adheres; with “{ $played }”, { $had }.
       *[other] With “{ $better }”, { $has } pairs adhere; with “{ $played }”, { $had }.
    }
reason-points =
    { $has ->
        [one] “{ $better }” gives one point so far; “{ $played }” gives { $had }.
       *[other] “{ $better }” gives { $has } points so far; “{ $played }” gives { $had }.
    }
reason-arrived =
    { $has ->
        [one] With “{ $better }”, one destination is reached; with “{ $played }”, { $had }. Each one brings the end nearer.
       *[other] With “{ $better }”, { $has } destinations are reached; with “{ $played }”, { $had }. Each one brings the end nearer.
    }

## How bots play

style-careful = careful
style-bold = bold
style-collector = collector

## The table as text

text-round = Round { $round }, seat { $seat } has the dice ({ $dice })
text-die = { WORD($die, of: "colour") } { $face }
text-no-die = no die yet
text-reached = Destinations reached: { $cities } ({ $count } of { $needed })
text-none = none
text-seat =
    Seat { $seat }: { $points ->
        [one] 1 point
       *[other] { $points } points
    }
text-adheres = adheres

## The terminal

terminal-round = Round { $round }
terminal-destinations = destinations { $count } of { $needed }
terminal-rank = Rank so far: { WORD($rank, of: "rank") }
terminal-goals = goals:
terminal-points = { $points } points
terminal-pt = { $points } pt
terminal-your-dice = you have the dice
terminal-dice = dice
terminal-arrived = arrived
terminal-choosing = choosing …
terminal-asks-die = Choose a die to roll
terminal-asks-load = Load one train
terminal-roll = roll the { WORD($die, of: "colour") } die
terminal-loaded = { WORD($colour, of: "colour") } { WORD($train, of: "train") }
terminal-load = load { $cargo } { $into }
terminal-then =
    { $sum } in { $cars ->
        [one] 1 car
       *[other] { $cars } cars
    }
terminal-short-red = r
terminal-short-orange = o
terminal-short-yellow = y
terminal-short-green = g
terminal-short-blue = b
terminal-short-purple = p

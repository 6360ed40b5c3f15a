### What the terminal says, in English.

title = All Aboard
you = You
head = { $game }  ·  { $name }, seat { $seat }

## Keys

key-hint = Hint
key-undo = Undo
key-rules = Rules
key-again = Again
key-talk = Talk
key-leave = Save and quit
key-back = Back to the table
key-quit = Quit
key-silent = Say nothing

## Questions before a game

ask-game = Which game?
ask-seats = How many players?
ask-bots = Against whom?
seats-alone = alone, for a rank and goals
seats-one = alone
seats-many = { $seats } players
bots-level = { $level } bots
bots-match = bots about as strong as you, by your finished games

## What is shown at the table

your-turn = Your turn
undo-too = { $asks } (u: undo)
waiting = Waiting for { $names }
dice = the dice
over = The game is over (r: again, q: leave)
no-undo = You can undo only your own actions, and not across a roll, a revealed card or another person’s action.
preparing = Preparing { $game }
preparing-table = Preparing the table
thinking = Thinking
so-far = { $what } … { $seconds } s
compiling = { $what }: code is compiled for this machine. This happens only once and takes up to a minute.
hint = Hint: { $action } – { $why }
hint-score = score { $value }
hint-win = chance to win { $value }
hint-safe = chance not to lose the round { $value }
hint-bot = what a bot of the level { $level } would do
say = Say to the table:
say-gestures = or one of { $gestures }

## A game on this machine

committed = Commitment to the dice and cards: { $commitment }…
plays = { $name } plays { $level }.
plays-in-style = { $name } plays { $level }, { $style }.
learned-elsewhere = { $level } was trained on the game's own board, not on this one; to train it on this board, run { $command }
taken-back = You undo your action.
record-in = The record, with its seed, is in { $path }
record-check = Check it with: { $command }
no-unfinished = there is no unfinished game of { $game }; { $command } begins one
no-unfinished-any = there is no unfinished game to resume; { $command } begins one
seat-range = a table for { $seats } has seats 0 to { $last }, not { $seat }
board-needs-game = --board needs the name of a game before it, as in { $command }
resume-has-board = --resume continues on the board of the saved game, so it cannot be combined with --board
program-name = a program is given as { $form }, not as { $given }
cannot-read = cannot read { $path }: { $why }
not-text = cannot read { $path }: it is not UTF-8 text
cannot-write = cannot write { $path }: { $why }
cannot-review = cannot review { $file }: { $why }
reviewed-so-far = { $done } of { $of } decisions
no-such-record =
    { $file } has { $records ->
        [one] 1 record
       *[other] { $records } records
    }, so there is no record { $number }
no-such-game = there is no game '{ $game }'; there are { $games }
no-such-seat =
    { $last ->
        [0] this game has only seat 0, not { $seat }
       *[other] this game has seats 0 to { $last }, not { $seat }
    }
needs-terminal = playing needs a terminal
needs-terminal-here = playing needs a terminal; to play many games without one, see { $command }

## A table of a server

at-table = At the table { $table }: { $names }. The host starts the game.
open-seat = open seat
new-table = There is a new table with the same players.
lost = The connection is lost; trying again …
closed = The server has closed the table: { $why }.
closed-4001 = this program is older or newer than the server
closed-4003 = you may not enter this table
closed-4004 = there is no such table
closed-4011 = the host has removed you
closed-4012 = the table was closed by the operator of the server
closed-code = the code is { $code }
not-answered = The server has not answered; ask again.
place = { $rank }. { $name }: { $score }
record-at = The record: { $url }
said = { $name }: { $text }
not-installed = this table plays the game { $game }, which is not installed here
link-expected = expected the link of a table, such as { $example }, not { $link }
nobody-answers = nobody answers at { $server }: { $why }
server-answers = the server answers { $code }
gesture-wave = /wave
gesture-clap = /clap
gesture-laugh = /laugh
gesture-think = /think
gesture-wow = /wow
gesture-oops = /oops
gesture-hurry = /hurry
gesture-thanks = /thanks

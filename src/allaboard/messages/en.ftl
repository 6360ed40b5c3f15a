### What all games share, in English.

seat-name = Seat { $number }
chance-name = Chance
list-empty = nobody
list-pair = { $first } and { $rest }
list-more = { $first }, { $rest }

## Games without events of their own

acted =
    { $action ->
        [hidden] { $seat-is ->
            [you] You have acted.
           *[other] { $seat } has acted.
        }
       *[other] { $seat }: { $action }
    }
refusal-not_legal = { $action } is not legal now
refusal-not_its_turn =
    { $seat-is ->
        [you] it is not your turn
       *[other] it is not the turn of { $seat }
    }
refusal-game_is_over = the game is over

## Levels of play

level-random = random
level-easy = easy
level-medium = medium
level-hard = hard
level-expert = expert

## A record as text

record-title =
    { $title }, { $seats ->
        [one] 1 seat
       *[other] { $seats } seats
    }
record-title-seen =
    { $title }, { $seats ->
        [one] 1 seat
       *[other] { $seats } seats
    }, as seat { $seat } saw it
record-person = Seat { $seat }: { $name }
record-bot = Seat { $seat }: { $name } ({ $level })
record-unfinished = The record stops here; the game was not finished.

## What a server refuses

error-text = { $text }
error-stale = the table is already at move { $ply }, but this answers move { $answers }; please look again
error-ahead = the table is only at move { $ply }, but this answers move { $answers }
error-not-begun = the game has not started
error-begun = the game has already started
error-over = the game is over
error-only-watch = the game has already started; you can only watch it
error-on-autopilot = a bot plays for this seat; take it back first
error-not-on-autopilot = no bot plays for your seat
error-nothing-to-withdraw = you have no open choice to withdraw
error-no-undo = you can undo only your own last action, and only before a roll, a reveal or another player’s action follows it
error-too-many-undos = you have undone { $most } actions in a row; you cannot undo this one
error-no-call = only one player can call the countdown, after choosing and while others are still choosing
error-nonce-once = you have already added your nonce to this game
error-not-host = only the host of the table may do this
error-seat-taken = { $name } sits there
error-nobody-to-remove = there is nobody to remove from that seat
error-host-stays = the host cannot leave the table before the start; close the page instead
error-upgrading = the server is being upgraded; try this again in a minute
error-table-full = every seat of this table is taken
error-no-such-seat =
    { $last ->
        [0] this table has only seat 0
       *[other] this table has seats 0 to { $last }
    }
error-cannot-read = the table cannot be read at the moment; try again
error-cannot-write = the server cannot save moves at the moment, so this one was not made; try again
error-storage-down = the server cannot reach its database at the moment; try again
error-broken = something went wrong on our side
error-hello-first = the first message must be hello
error-hello-once = hello may be sent only once
error-bad-version = this server uses version { $version } of the protocol, not { $yours }
error-bad-message = not a message of this protocol: { $why }
error-too-fast = that is too fast; try again in { $seconds } s
error-too-much-talk = these are too many chat messages; you can write again in { $seconds } s
error-too-many-hints = that is too many hints at once; ask again in { $seconds } s
error-too-many-tables = too many tables from one address; try again in { $seconds } s
error-too-deep = the JSON of the request is nested too deeply
error-not-utf-8 = the JSON of a request must be UTF-8
error-too-big = a message may have at most { $most } bytes
error-restarting = the server is restarting; try again in a moment
error-bad-name = a name must have 1 to { $most } characters, at least one of them a visible letter, digit or symbol
error-name-of-bot = “{ $name }” looks like a bot’s name; choose another, or add something to it
error-name-taken = “{ $name }” looks like the name of somebody at this table; choose another
error-browser-secret = the browser’s secret must have 16 to 128 characters
error-browser-needed = the Allaboard-Browser header is missing; it identifies the browser
error-not-over = the game is not over yet
error-record-fails = this record is invalid: { $reason }
error-one-record = send the record of exactly one game, in the format that `allaboard verify` reads
error-usual-board = only games on the usual board can be reviewed here; use `allaboard review` for other boards
error-day-not-over = this is a try at the daily challenge of { $date }; its record and its replay are available when that day (UTC) is over
error-day-to-come = that day has not begun yet
error-enter-solo = only games that were played alone on the usual board enter this leaderboard
error-enter-unfinished = only finished games enter the leaderboard; this one has no score yet
error-enter-chance = the dice of this record cannot be checked: it needs a `commitment` and a `seed` line, and no nonces of other players
error-entered-before = this game is in the leaderboard already, or its dice were rolled in another game
error-no-such-game = there is no game “{ $game }”; there are { $games }
error-seats = { $game } is for { $least } to { $most } players, not { $seats }
error-seats-exactly = { $game } is for { $least ->
        [one] 1 player
       *[other] { $least } players
    }, not { $seats }
error-not-an-action = “{ $action }” is not an action of this game
error-board = this board cannot be used: { $why }
error-no-rulebook = { $game } has no rulebook
error-no-hints = this table is played without hints
error-nothing-to-decide = you have nothing to decide now
error-hints-not-ready = the bot that gives hints is still being prepared; try again in a moment
error-no-advice = there are no hints for this position
error-too-many-bots = there is room for { $most } bots besides you, not { $bots }
error-review-not-ready = the bot that reviews games is still being prepared; try again in a moment
error-no-such-level = { $title } has no bots of level { $level }; there are { $levels }
error-unknown-table = there is no such table
error-rematch-after-end = a rematch is possible only after the end of the game
error-one-try-a-day = the daily challenge allows one try a day
error-not-seated = only players with a seat can do this
error-no-spectators = this table does not allow spectators
error-table-closed = this table was closed by the operator of the server: { $why }
error-table-expired = this table was removed because nobody has used it for a long time
error-table-unreadable = this table cannot be read any more; the operator of the server has been informed
error-kicked = the host has removed you from this table
error-foreign-origin = pages of { $origin } are not allowed to use this server
error-unknown-token = this token does not belong to a seat at this table
error-push-off = this server does not send push messages
error-push-fast = push messages are only sent at tables without a clock, or with at least an hour for a decision
error-push-endpoint = the address of the push service is not a public https address, or cannot be found
error-push-keys = the keys of the push subscription cannot be used
error-nothing-said = the chat message is empty

## Programs that play

program-failed = { $program } at seat { $seat } { $fault }: { $level } plays instead
program-given-up = { $program } at seat { $seat } { $fault }: { $level } plays instead; the program is not started again
fault-start = cannot be started: { $why }
fault-unasked = wrote a line without being asked
fault-late = did not answer within { $limit } ms
fault-ended = has ended with exit code { $code }
fault-closed = has closed its standard output
fault-answer = answers { $line }, which is not { $form }
fault-illegal = plays { $action }, which is not legal; legal: { $legal }

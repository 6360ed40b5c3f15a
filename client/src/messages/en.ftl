### The interface.

title = All Aboard
tagline =
    { $count ->
        [3] Three train games.
       *[other] Train games.
    } { $friends ->
        [yes] Play with friends, or against bots.
       *[no] Play against bots.
    }
home = All Aboard: to the front page
skip = Skip to the game
loading = One moment …
seat = Seat { $seat }
you = You
close = Close
cancel = Cancel
players = { $least }–{ $most } players
play-bots = Play against bots
play-friends = Play with friends
play-daily = Daily challenge
play-solo = Solo
learn = Learn
rules = Rules
level = Bots' strength
level-match = about as strong as you
seats = Players
seats-n = { $n } players
name = Your name
name-ask = What is your name?
name-why = You are asked only once. Your name is stored in this browser. No sign-up.
name-go = All aboard!
name-playing = Playing as
name-change = Change your name
code = Join with a code
code-hint = e.g. lusab-babad-gutih-tugad
code-go = Join
history = Your games
history-resume = Continue
history-replay = Replay
history-against = with { $names }
history-alone = alone
history-gathering = waiting for players
history-place = place { $rank } of { $seats }
public = Open tables
public-taken = { $taken } of { $seats } seats taken
public-join = Sit down
public-watch = Watch
leaders = Best solo games: { $game }
daily-title = Daily challenge, { $date }
daily-explain = Everybody gets the same dice and cards. Only your first try of the day counts. Its record and replay are available when the day (UTC) is over.
daily-counts = A try does not count if a bot plays for you, if you undo after a bot has moved, if it is not your first in this browser, or if it goes on after the end of the day (UTC).
daily-honest = There are no accounts here, so a player could try the challenge in another browser first, or hear from somebody else which dice and cards come. Please keep this in mind when you look at the list.
daily-again = Try again (does not count)
daily-closed = The replay and the record are available when the day (UTC) is over.
daily-undo = If you undo now, this try does not count.
daily-unrated-autopilot = This try does not count: a bot has played for you.
daily-unrated-undo = This try does not count: an action was undone after a bot had moved.
daily-unrated-again = This try does not count: it is not your first today.
daily-unrated-late = This try does not count: its day (UTC) is over, and the dice are public now.
daily-start = Start today's challenge
daily-goon = See my try
daily-best = Best today
daily-none = Nobody has finished yet. Be the first.
new-title = A table for friends
new-clock = Time for a decision
new-clock-none = no clock
new-clock-n = { $n } seconds
new-public = List it publicly
new-spectators = Let others watch
new-memory = Memory aid: show cards that everyone has seen
new-hints = Allow hints: what the strongest bot expects of each option
new-board = Board file (optional)
new-board-why = A board file changes the board or the numbers of its rules. The command “{ $command }” prints the usual board.
new-open = Open the table
lobby-invite = Invite your friends
lobby-link = Link to this table
lobby-copy = Copy link
lobby-copied = Copied
lobby-code = Or read the code aloud
lobby-qr = QR code with the link to this table
lobby-seats = At the table
lobby-open = open seat
lobby-host = host
lobby-bot = bot, { $level }
lobby-add = Seat a bot
lobby-kick = Remove { $name } from seat { $seat }
lobby-shuffle = Shuffle seats
lobby-start = Start the game
lobby-start-bots = Start, bots on open seats
lobby-waiting = The host starts the game when everyone is here.
lobby-watching = You are watching.
lobby-hints = Hints are allowed at this table.
lobby-board = This table has its own board: { $options }.
lobby-leave = Leave your seat
join-title = { $name } invites you
join-sit = Sit down
join-full = Every seat is taken.
join-watch = Just watch
table-log = What happened
table-log-empty = Nothing has happened yet.
table-panel = Log and chat
table-chat = Chat
table-say = Say something
table-send = Send
table-emote = Gesture
table-undo = Undo
hints = Hints
hints-key = Hints: what the strongest bot expects of each option (key ?)
hints-thinking = The strongest bot is thinking …
hints-score = { $value } points expected
hints-win = { $value }% to win
hints-safe = { $value }% not to lose the round
hints-score-what = The numbers are the final score that the strongest bot expects.
hints-win-what = The numbers are your chance to win, as the strongest bot estimates it.
hints-safe-what = The numbers are your chance not to lose the round, as the strongest bot estimates it.
hints-best = best: { $said }
hints-off = Hints are off.
table-yours = Your turn
table-clock = Time left
table-away = away
table-stand-in = The server is still preparing its { $level } bots. Until they are ready, { $instead } bots play.
table-autopilot = a bot plays
table-autopilot-you = A bot is playing for you, because your time ran out or you were away.
table-autopilot-back = Take my seat back
table-watchers = { $n } watching
table-lost = Connection lost. Your seat is safe. Connecting again …
table-back = Connected again.
table-connecting = Connecting …
table-closed-4004 = There is no such table.
table-closed-4003 = You cannot join this table.
table-closed-4011 = The host has removed you from your seat.
table-closed-4012 = This table was closed.
table-closed-4001 = This page is older than the server. Load it again.
table-closed-4021 = The game stopped because of an error on this device. Your moves are saved. Load the page again.
table-closed-4022 = This browser cannot run the games on this device. In the settings, switch to playing on the server.
table-closed-4023 = The game's file on this device is damaged, and it could not be fetched again. Load the page again when you are online.
table-closed-4024 = The game is not on this device yet, and there is no connection. Open it once while you are online.
table-closed-4025 = There is not enough memory for the game. Close other pages and load this one again.
table-closed-4026 = This game is open in another tab or window, and is played there. If you play here instead, it stops there. No saved move is lost.
table-closed-4027 = This game continued from a position of another game, so it has no record and no review.
table-closed = The server has closed this connection.
table-reload = Load again
table-over = The game is over.
table-rematch = Rematch
table-rematch-join = To the rematch
table-replay = Replay
table-record = Save the record
table-verify = Check the dice
table-verify-holds = Fair: all { $n } draws follow from the seed that was committed before the game.
table-verify-shared = Fair: all { $n } draws follow from the seed that was committed before the game and from the number that your browser added.
table-verify-unshared = The draws follow from a seed, but it is not the committed seed, or the number that your browser added is missing.
table-verify-fails = This record is invalid: { $reason }
table-share = Share the result
table-clause = Rule { $clause }
emote-wave = Hello!
emote-clap = Bravo!
emote-laugh = Haha!
emote-think = Hmm …
emote-wow = Wow!
emote-oops = Oops
emote-hurry = All aboard!
emote-thanks = Thank you
settings = Settings
settings-theme = Theme
settings-theme-auto = same as the system
settings-theme-light = light
settings-theme-dark = dark
settings-language = Language
settings-sound = Sounds
replay-title = Replay
replay-seat = Seen from
replay-all = all hands visible
replay-first = To the beginning
replay-last = To the end
replay-back = One move back
replay-next = One move forward
replay-play = Play
replay-stop = Stop
replay-move = Move { $n } of { $all }
replay-share = Copy link to this move
replay-begin = The game begins.
learn-title = Learn { $game }
learn-next = Next
learn-back = Back
learn-step = Step { $n } of { $all }
learn-try = Not this one. Choose the marked action.
learn-none = This lesson is not written yet.
rules-none = The rules could not be loaded.
rules-ruling = our ruling
rules-print = Print the sheet
rules-try = Try it
rules-try-clause = Try it: clause { $clause } in a position
print-title = The sheet, to print
print-explain = Play with pencil and three real dice.
print-go = Print
print-name = Name
print-total = Total
error-offline = The server cannot be reached. Try again in a moment.
notfound = This page does not exist.
foot = Free software. Nothing about you is collected.
print-filled = Sheet of { $name }
plain-table = The table
plain-actions = What you can do
plain-wait = Waiting for the others …
board-missing = The board could not be loaded.
board-broken = Something went wrong while drawing the board. The game itself is safe.
try-again = Try again
settings-speed = Speed
speed-calm = calm
speed-normal = normal
speed-brisk = brisk
speed-instant = instant
replay-moments = Go to
bot-manner = { $level }, { $style }
bot-level = { $name } ({ $level })
story-since = What happened since my turn
story-back = One step back
story-next = One step forward
story-now = Back to now
story-step = { $n } of { $all }
story-skip = Skip
end-alone =
    { $points ->
        [one] 1 point
       *[other] { $points } points
    }
share-title = All Aboard: { $game }
share-daily = All Aboard: { $game }, daily challenge { $date }
share-alone =
    { $points ->
        [one] 1 point
       *[other] { $points } points
    }, { $rank }
share-place = { $rank }. { $name }: { $points }
end-nobody = Nobody wins
end-you-win = You win!
end-you-share = You share the win!
end-wins =
    { $count ->
        [one] { $names } wins
       *[other] { $names } win
    }
end-results = Results
end-look = Look at the board
end-more = More …
end-home = To the front page
settings-sound-on = Play sounds
settings-volume = Volume
settings-play = At the table
settings-autopass = Play forced moves for me
settings-device = Play against bots on this device, without the server
settings-confirm = Ask before moves that cannot be undone
settings-shortcuts = Single-key shortcuts
confirm-ask = Sure? { $action }
confirm-go = Yes
turn-back = Your move is being sent …
turn-queued = Not connected. Your move will be sent when the connection is back.
learn-bye = That is all you need. Good luck!
learn-play = Play a first game now
first-lesson = First time here? The lesson takes three minutes.
unfinished = Continue playing
guest = Guest
local-not-kept = This game cannot be saved: the browser has no space for it, or stores nothing (a private window?). You can play on until you close this page.
local-kept-again = This game can be saved again, and it has been saved now.
local-not-kept-over = This game could not be saved, so it is lost when you close this page.
local-lost = The browser has lost games that were saved on this device. This can happen when the disk is full. If you have saved them to a file, load it in the settings.
local-unread = The games that were saved on this device cannot be read now. Load the page again, or start the browser again.
local-not-here = This is not possible in a game on this device.
local-take-over = Play here
local-at-server = Play on the server
local-unsupported = This browser cannot run the games on this device (it has no WebAssembly), so you play on the server.
local-unsupported-alone = This browser cannot run the games (it has no WebAssembly), and this site has no server. Try another browser.
update-ready = A new version is ready. Your games stay as they are.
update-now = Use it now
page-missing = This page could not be loaded.
page-missing-why = The server may have been updated, or the connection is lost. Your games are safe.
language-failed = This language could not be loaded. Try again in a moment.
storage-none = This browser does not store anything here. Your name and your seat are lost when you close this page.
sound-ask = Play sounds
sound-mute = Sounds off
sound-unmute = Sounds on
settings-turn = When it is my turn
settings-notify = Show a notification
settings-notify-not = Notifications need https and a browser that allows them.
push = Tell me even if this page is closed
push-why = In games without a clock, or with a day or more for a move. The message comes through your browser’s push service, which cannot read it.
push-failed = This browser could not reach its push service. Try again later.
push-not-server = This server does not send messages to closed pages.
push-not-secure = Messages to closed pages need a page with https.
push-not-install = On iPhone and iPad, first add this page to the home screen (Share, Add to Home Screen) and open it from there.
push-not-browser = This browser cannot receive messages for closed pages. In a private window this is usual.
push-not-blocked = Notifications are blocked for this page. Allow them in the browser’s settings for this site.
settings-vibrate = Vibrate
settings-awake = Keep the screen on during a game
turn-body = It is your turn.
table-link-select = Copying is not possible here. Copy the marked link by hand.
no-server = This site has no server. Play against bots, alone, or through a lesson.
lobby-ready = I am ready
lobby-is-ready = ready
new-clock-days = { $n ->
    [one] one day per move
   *[other] { $n } days per move
}
new-clock-days-why = You can close the page. The front page shows when it is your turn. If a player takes longer, a bot plays for them until they come back.
daily-streak = { $n ->
    [one] 1 day in a row.
   *[other] { $n } days in a row.
}
daily-next = The next challenge comes in { $hours } h { $minutes } min.
leaders-daily = Daily challenges won in the last 30 days: { $game }
figures = Your statistics
figures-game = Game
figures-played = Played
figures-won = Won
figures-best = Best
figures-mean = Average
learn-this = choose this now

## The review of a finished game
review-page = Review
review-thinking = Analysing every decision. This takes a few seconds …
review-needs-server = This device cannot review the game, so a review needs a connection to the server. Try again when you are online.
review-here = Made on this device.
review-against = result minus expectation
review-look = See this position
review-costly = The costliest decisions
review-played = Played
review-better = Better
review-inaccuracy = Inaccuracy
review-mistake = Mistake
review-blunder = Blunder
review-all = Show all { $count }
review-close =
    { $count ->
        [one] One more decision was too close to call. It is not counted.
       *[other] { $count } more decisions were too close to call. They are not counted.
    }

## All data on this device as a file
backup = Your games on this device
backup-what = Games that you play on this device are stored only in this browser. Save them, your practice and these settings to a file, as a backup or for another device. Seats at tables on a server are not included.
backup-save = Save to a file
backup-load = Load from a file
backup-loaded =
    { $n ->
        [0] Your settings were loaded. All games in the file were already here.
        [one] Your settings and one game were loaded.
       *[other] Your settings and { $n } games were loaded.
    }
backup-foreign = This is not a file of saved games. Choose a file that was made with “Save to a file”. Nothing was changed.
backup-newer = This file was saved by a newer version of this page. Load the page again, then the file. Nothing was changed.
backup-damaged =
    { $game ->
        [0] This file is damaged. Nothing was changed.
       *[other] This file is damaged: its game number { $game } does not follow the rules. Nothing was changed.
    }
backup-unread = This file could not be read. Nothing was changed.
backup-full = The browser has no space for these games, or stores nothing here. Nothing was changed.
backup-nothing = This browser has no games, so there is nothing to save.

## Positions to think about
practice = Practice
practice-costliest = Practise the costliest decisions
practice-number = Position { $n } of { $all }
practice-ask = What do you play here? Choose on the board.
practice-best = { $action } is the best choice.
practice-close = { $action } is right: it is not clearly worse than { $best }.
practice-wrong = { $action } costs { $cost } ({ $error }).
practice-answer = The best choice is { $best }.
practice-looking = Bots are playing out positions that look the same from your seat …
practice-worlds = Bots played { $games } positions that look the same from your seat. Your choice did worse than the best one in { $worse } of them, and better in { $better }.
practice-world = Show a position where your choice does badly
practice-back = Back to the position
practice-end = Here you end with { $result }; with the best choice you would end with { $instead }. All hands are visible.
practice-show = Show what is better
practice-none = No decision of this game was clearly wrong, so there is nothing to practise.
practice-own-board = Positions of this game cannot be practised here: this page does not know its board, or this browser cannot run the game.
practice-failed = This position cannot be opened on this device. Load the page again.
play-on = Play on from here
play-on-why = Bots take the other seats. Cards that you could not see are dealt again.

## Puzzles and progress
puzzles = Puzzles
puzzles-what = Positions from games of the best bot. One choice is clearly better, and not every bot finds it.
puzzles-not-here = Puzzles run on this device. This browser cannot run the games, or this page was built without them.
puzzles-daily = Puzzle of the day
puzzles-tried = answered
puzzles-more = More puzzles
puzzles-grades = By the weakest bot that finds it
puzzles-found-by = Found by “{ $level }” bots and stronger ones
puzzles-found-by-none = Missed by every bot in most of its tries
puzzles-own = Your own mistakes
puzzles-due = { $due } of { $all } are due now.
puzzles-begin = Practise them
puzzles-own-none = When you review one of your games, its mistakes come back here at growing intervals.
puzzles-own-done = Nothing is due today.
puzzles-done = You have tried all of these puzzles.
progress = Your progress
progress-what = Computed from the reviews of your games. It is stored only on this device.
progress-days = days in a row with a game or a puzzle
progress-most = most days in a row
progress-puzzles = days in a row with the puzzle of the day
progress-review =
    { $n ->
        [one] Review one more game
       *[other] Review { $n } more games
    }
progress-left =
    { $n ->
        [one] One game is left …
       *[other] { $n } games are left …
    }
progress-unit-points = in points
progress-unit-wins = in chances to win
progress-unit-rounds = in rounds
progress-mean = Average of { $games ->
        [one] one game
       *[other] { $games } games
    }: result minus expectation { $result }; luck { $luck }; without luck { $without }.
progress-curve = Results without luck over time: every game, and the mean of the last ten
progress-games = Games
progress-date = Date
progress-against = Result
progress-luck = Luck
progress-without = Without luck
progress-own = Own errors
progress-kinds = What a decision costs on average
progress-kind = Decision
progress-count = Number
progress-cost = Cost
progress-none = No game of yours has been reviewed on this device yet.
progress-json = Save as JSON
progress-csv = Save as CSV

## A game of this device in the server's leaderboard
enter = Enter the leaderboard
enter-what = The server gets the record of this game and your name, and replays the game. In the leaderboard, the game is marked as played on a device.
enter-done = This game is in the leaderboard.
leaders-device = on a device
leaders-device-what = “On a device”: the server has replayed the game, and its dice follow from its seed. But the device made that seed. Nobody can know how often the player started again before this game.

## How players look
face-title = Your train
face-change = Change your train
face-what = Others see it beside your name. Its colour is also your colour at the table, unless somebody else there has it already.
face-body = Colour
face-stripe = Stripe
face-nose = Nose
face-eyes = Eyes
face-body-red = Red
face-body-orange = Orange
face-body-yellow = Yellow
face-body-green = Green
face-body-blue = Blue
face-body-purple = Purple
face-body-white = White
face-body-silver = Silver
face-body-pink = Pink
face-nose-round = Round
face-nose-pointed = Pointed
face-nose-flat = Flat
face-nose-duck = Like a duck
face-eyes-wide = Wide open
face-eyes-calm = Calm
face-eyes-sharp = Sharp

### Reviews, in English.

review-title = Review: { $game }
review-seat = Seat { $seat }
review-gap = { " " }
review-result-points = { $name } scored { $result } points; the expected score at the start was { $expected }.
review-result-wins =
    { $outcome ->
        [won] { $name } won; the chance to win at the start was { $expected }.
        [lost] { $name } did not win; the chance to win at the start was { $expected }.
       *[shared] { $name } shared the win ({ $result }); the chance to win at the start was { $expected }.
    }
review-result-rounds =
    { $result ->
        [0] { $name } lost no round; the expected number at the start was { $expected }.
        [1] { $name } lost one round; the expected number at the start was { $expected }.
       *[other] { $name } lost { $result } rounds; the expected number at the start was { $expected }.
    }
review-good-luck = Dice and cards were better than average.
review-bad-luck = Dice and cards were worse than average.
review-even-luck = Dice and cards were about average.
review-mistakes =
    { $count ->
        [0] No decision was clearly wrong.
        [one] One decision was clearly wrong.
       *[other] { $count } decisions were clearly wrong.
    }
review-good-hidden = What could not be seen or known turned out well.
review-bad-hidden = What could not be seen or known turned out badly.
review-luck = luck: dice, deals and draws
review-own = own decisions
review-others = decisions of the others
review-hidden = what could not be seen or known: hidden cards, and what others chose at the same time
review-rest = the rest: how far the estimates of positions and of decisions differ
review-decision = Step { $ply }: “{ $played }” was chosen, but “{ $best }” was better. The cost is { $cost } (± { $error }).
review-table = The table as the player saw it
review-timeline = Expected result after each step
review-options = Expected result of each option
review-key-value = expected
review-key-luck = luck
review-key-own = own decisions
review-none = Nothing here was clearly wrong.
review-learned = Value function { $values }, learned from games; budget { $budget } for each decision. Differences within two standard errors are too close to call and count as zero.
review-played-out = Value function { $values }: nothing was learned for this board, so positions were valued by playing games to the end, which is slower and less accurate; budget { $budget } for each decision. Differences within two standard errors are too close to call and count as zero.

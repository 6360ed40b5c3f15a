### Reviews, in English.

review-title = Review: { $game }
review-seat = Seat { $seat }
review-gap = { " " }
review-result-points = { $name } scored { $result } points; { $expected } were to be expected at the start.
review-result-wins =
    { $outcome ->
        [won] { $name } won; the chance at the start was { $expected }.
        [lost] { $name } did not win; the chance at the start was { $expected }.
       *[shared] { $name } shared the win ({ $result }); the chance at the start was { $expected }.
    }
review-result-rounds = { $name } lost { $result } rounds; { $expected } were to be expected at the start.
review-good-luck = The dice and the cards were kind.
review-bad-luck = The dice and the cards were unkind.
review-even-luck = The dice and the cards were even.
review-mistakes =
    { $count ->
        [0] No decision was clearly wrong.
        [one] One decision was clearly wrong.
       *[other] { $count } decisions were clearly wrong.
    }
review-luck = luck: dice, deals and draws
review-own = own decisions
review-others = decisions of the others
review-hidden = what hidden things turned out to be: cards one could not see, and choices made at the same time
review-decision = Step { $ply }: { $played } was played, { $best } was better. It cost { $cost } (± { $error }).
review-table = The table as the player saw it
review-timeline = What could be expected after each step
review-options = What each option promised
review-key-value = expected
review-key-luck = luck
review-key-own = own decisions
review-none = Nothing here was clearly wrong.
review-learned = Values { $values }, learned by play; budget { $budget } a decision. What is within two standard errors is too close to call and counts as nothing.
review-played-out = Values { $values }: nothing was learned for this board, so games were played out from each position, which is slower and rougher; budget { $budget } a decision. What is within two standard errors is too close to call and counts as nothing.

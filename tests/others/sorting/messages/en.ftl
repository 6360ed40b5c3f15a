rank-legend = Legend
rank-shunter = Shunter
rank-onlooker = Onlooker
rolled =
    { $cars ->
        [one] One car is on offer.
       *[other] { $cars } cars are on offer.
    }
took =
    { $seat-is ->
        [you] You take
       *[other] { $seat } takes
    } { $cars ->
        [one] one car
       *[other] { $cars } cars
    }.
left =
    { $seat-is ->
        [you] You leave
       *[other] { $seat } leaves
    } the cars to { $others }.
refusal-not_now = it is not your turn

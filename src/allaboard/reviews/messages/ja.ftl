### 振り返り（日本語）

review-title = 振り返り：{ $game }
review-seat = 席{ $seat }
review-gap = { "" }
review-result-points = { $name }の得点は{ $result }点。開始時の期待値は{ $expected }点でした。
review-result-wins =
    { $outcome ->
        [won] { $name }の勝ち。開始時の勝率は{ $expected }でした。
        [lost] { $name }は勝てませんでした。開始時の勝率は{ $expected }でした。
       *[shared] { $name }は勝ちを分け合いました（{ $result }）。開始時の勝率は{ $expected }でした。
    }
review-result-rounds = { $name }が負けたラウンドは{ $result }回。開始時の期待値は{ $expected }回でした。
review-good-luck = サイコロとカードの運は平均より良いものでした。
review-bad-luck = サイコロとカードの運は平均より悪いものでした。
review-even-luck = サイコロとカードの運は平均的でした。
review-mistakes =
    { $count ->
        [0] 明らかな間違いはありませんでした。
       *[other] 明らかな間違いは{ $count }回でした。
    }
review-good-hidden = 見えなかったこと、知りえなかったことは良い結果になりました。
review-bad-hidden = 見えなかったこと、知りえなかったことは悪い結果になりました。
review-luck = 運：サイコロ、配られたカード、引いたカード
review-own = 自分の判断
review-others = ほかのプレイヤーの判断
review-hidden = 見えなかったこと、知りえなかったこと：隠れたカードと、ほかの人が同時に選んだ手
review-rest = そのほか：局面と判断の二つの評価の差
review-decision = { $ply }手目：「{ $played }」を選びましたが、「{ $best }」のほうが良い手でした。損失は{ $cost }（± { $error }）です。
review-table = プレイヤーから見えた場
review-timeline = 一手ごとの期待値
review-options = それぞれの選択肢の期待値
review-key-value = 期待値
review-key-luck = 運
review-key-own = 自分の判断
review-none = 明らかな間違いはありませんでした。
review-learned = 価値関数{ $values }（対局から学習）。一つの判断あたりの探索量は{ $budget }。標準誤差の2倍以内の差は判定できないため、損失に数えません。
review-played-out = 価値関数{ $values }：この盤面では学習していないため、各局面から最後まで対局して評価しました（時間がかかり、精度は低くなります）。一つの判断あたりの探索量は{ $budget }。標準誤差の2倍以内の差は判定できないため、損失に数えません。

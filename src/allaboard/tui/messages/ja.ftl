### 端末の画面の文（日本語）。

title = オール・アボード
you = あなた
head = { $game }  ·  { $name }、席{ $seat }

## キー

key-hint = ヒント
key-undo = 取り消す
key-rules = ルール
key-again = もう一度
key-talk = 話す
key-leave = 保存して終了
key-back = テーブルに戻る
key-quit = 終了
key-silent = 何も言わない

## ゲームの前の質問

ask-game = どのゲームで遊びますか？
ask-seats = 何人で遊びますか？
ask-bots = 相手はどのボットにしますか？
seats-alone = ひとりで、称号と目標に挑戦
seats-one = ひとりで
seats-many = { $seats }人
bots-level = { $level }ボット
bots-match = これまでの対局から、あなたと互角のボット

## テーブルの画面

your-turn = あなたの番です
undo-too = { $asks }（u：取り消す）
waiting = 待っています：{ $names }
dice = サイコロ
over = ゲーム終了（r：もう一度、q：終了）
no-undo = 取り消せるのは自分の手だけです。サイコロ、札の公開、ほかの人の手より前には戻れません。
preparing = { $game }を準備しています
preparing-table = テーブルを準備しています
thinking = 考えています
so-far = { $what } … { $seconds }秒
compiling = { $what }。このコンピューター用にプログラムをコンパイルしています。一度だけですが、1分ほどかかることがあります。
hint = ヒント：{ $action } – { $why }
hint-score = 見込み { $value }点
hint-win = 勝つ確率 { $value }
hint-safe = ラウンドで負けない確率 { $value }
hint-bot = 「{ $level }」のボットならこうします
say = ひとこと：
say-gestures = または次のしぐさ：{ $gestures }

## この端末でのゲーム

committed = サイコロと札のシードを事前に約束しました：{ $commitment }…
plays = { $name }の強さは「{ $level }」です。
plays-in-style = { $name }の強さは「{ $level }」、打ち方は「{ $style }」です。
learned-elsewhere = 「{ $level }」はこの盤面ではなく、標準の盤面で学習しました。この盤面で学習させるコマンド：{ $command }
taken-back = 手を取り消しました。
record-in = 棋譜（シード付き）の保存先：{ $path }
record-check = 棋譜を確かめるコマンド：{ $command }
no-unfinished = { $game }の途中のゲームはありません。始めるコマンド：{ $command }
no-unfinished-any = 途中のゲームはありません。始めるコマンド：{ $command }
seat-range = { $seats }人のテーブルの席は0から{ $last }までです（{ $seat }はありません）
board-needs-game = --boardの前にゲームの名前が必要です：{ $command }
resume-has-board = --resumeは保存したゲームの盤面で続けるので、--boardと一緒には使えません
program-name = プログラムは{ $form }の形で指定します（{ $given }ではありません）
cannot-read = { $path }を読めません：{ $why }
not-text = { $path }を読めません：UTF-8のテキストではありません
cannot-write = { $path }に書けません：{ $why }
cannot-review = { $file }を振り返れません：{ $why }
reviewed-so-far = 決断{ $done }／{ $of }
no-such-record = { $file }の棋譜は{ $records }件で、{ $number }番目の棋譜はありません
no-such-game = 「{ $game }」というゲームはありません。選べるのは{ $games }です
no-such-seat =
    { $last ->
        [0] このゲームの席は0だけです（{ $seat }はありません）
       *[other] このゲームの席は0から{ $last }までです（{ $seat }はありません）
    }
needs-terminal = 遊ぶには端末が必要です
needs-terminal-here = 遊ぶには端末が必要です。端末なしで多くのゲームを行うには：{ $command }

## サーバーのテーブル

at-table = テーブル{ $table }：{ $names }。ホストがゲームを始めます。
open-seat = 空席
new-table = 同じ顔ぶれの新しいテーブルができました。
lost = 接続が切れました。つなぎ直しています…
closed = サーバーがテーブルを閉じました：{ $why }。
closed-4001 = このプログラムとサーバーのバージョンが合いません
closed-4003 = このテーブルには入れません
closed-4004 = そのテーブルはありません
closed-4011 = ホストがあなたの席を空けました
closed-4012 = サーバーの管理者がテーブルを閉じました
closed-code = コードは{ $code }です
not-answered = サーバーの返事がありません。もう一度お試しください。
place = { $rank }位 { $name }：{ $score }点
record-at = 棋譜：{ $url }
said = { $name }：{ $text }
not-installed = このテーブルのゲーム「{ $game }」はここにインストールされていません
link-expected = テーブルのリンク（例：{ $example }）が必要です。「{ $link }」はリンクではありません
nobody-answers = { $server }につながりません：{ $why }
server-answers = サーバーの返事のコードは{ $code }です
gesture-wave = こんにちは！
gesture-clap = お見事！
gesture-laugh = あはは！
gesture-think = うーん…
gesture-wow = すごい！
gesture-oops = おっと
gesture-hurry = 発車しまーす！
gesture-thanks = ありがとう

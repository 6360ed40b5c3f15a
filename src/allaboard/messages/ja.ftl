### どのゲームにも共通の文。

seat-name = 席{ $number }
chance-name = 偶然
list-empty = なし
list-pair = { $first }と{ $rest }
list-more = { $first }、{ $rest }

## 自分の文を持たないゲーム

acted =
    { $action ->
        [hidden] { $seat }が行動しました。
       *[other] { $seat }：{ $action }
    }
refusal-not_legal = { $action }は今はできません
refusal-not_its_turn =
    { $seat-is ->
        [you] あなたの番ではありません
       *[other] { $seat }の番ではありません
    }
refusal-game_is_over = ゲームは終わっています

## ボットの強さ

level-random = ランダム
level-easy = やさしい
level-medium = ふつう
level-hard = 強い
level-expert = 達人

## 文字で見る棋譜

record-title = { $title }、{ $seats }人
record-title-seen = { $title }、{ $seats }人（席{ $seat }から見た棋譜）
record-person = 席{ $seat }：{ $name }
record-bot = 席{ $seat }：{ $name }（{ $level }）
record-unfinished = 棋譜はここまでです。ゲームは終わっていません。

## サーバーが断る理由

error-text = { $text }
error-stale = テーブルはもう{ $ply }手目で、これは{ $answers }手目への答えでした。もう一度盤面を確かめてください
error-ahead = テーブルはまだ{ $ply }手目です。これは{ $answers }手目への答えです
error-not-begun = ゲームはまだ始まっていません
error-begun = ゲームはもう始まっています
error-over = ゲームは終わっています
error-only-watch = ゲームはもう始まっています。観戦だけできます
error-on-autopilot = この席はボットが代わりに遊んでいます。先に席を取り戻してください
error-not-on-autopilot = あなたの席にボットはいません
error-nothing-to-withdraw = 取り消せる選択がありません
error-no-undo = 取り消せるのは自分の直前の手だけです。そのあとにサイコロ、公開、ほかの人の手が続くと取り消せません
error-too-many-undos = 続けて{ $most }回取り消しました。これ以上は取り消せません
error-no-call = カウントダウンを始められるのは一人だけで、自分が選び終え、ほかの人がまだ考えている間です
error-nonce-once = このゲームの抽選には、すでにあなたの値を加えています
error-not-host = これができるのはテーブルのホストだけです
error-seat-taken = そこには{ $name }が座っています
error-nobody-to-remove = その席には誰もいません
error-host-stays = 開始前にホストは席を立てません。ページをそのまま閉じてください
error-upgrading = サーバーを更新中です。1分ほどしてからもう一度お試しください
error-table-full = このテーブルは満席です
error-no-such-seat =
    { $last ->
        [0] このテーブルの席は0だけです
       *[other] このテーブルの席は0から{ $last }までです
    }
error-cannot-read = 今テーブルを読めません。もう一度お試しください
error-cannot-write = 今サーバーは手を保存できません。この手は行われていません。もう一度お試しください
error-storage-down = 今サーバーはデータベースに接続できません。もう一度お試しください
error-broken = こちらで問題が起きました
error-hello-first = 最初のメッセージは hello です
error-hello-once = hello は一度だけです
error-bad-version = このサーバーのプロトコルはバージョン{ $version }です（{ $yours }ではありません）
error-bad-message = このプロトコルのメッセージではありません：{ $why }
error-too-fast = 操作が速すぎます。{ $seconds }秒後にもう一度お試しください
error-too-much-talk = チャットが多すぎます。{ $seconds }秒後にまた書き込めます
error-too-many-hints = ヒントが多すぎます。{ $seconds }秒後にもう一度お試しください
error-too-many-tables = 同じアドレスからのテーブルが多すぎます。{ $seconds }秒後にもう一度お試しください
error-too-deep = リクエストの本文の入れ子が深すぎます
error-not-utf-8 = リクエストの本文の文字コードはUTF-8でなければなりません
error-too-big = メッセージは{ $most }バイトまでです
error-restarting = サーバーを再起動しています。少ししてからもう一度お試しください
error-bad-name = 名前は1〜{ $most }文字で、目に見える文字・数字・記号が必要です
error-name-of-bot = 「{ $name }」はボットの名前とまぎらわしいです。別の名前にするか、何か付け足してください
error-name-taken = 「{ $name }」はこのテーブルの誰かの名前とまぎらわしいです。別の名前にしてください
error-browser-secret = ブラウザの秘密の文字列は16〜128文字です
error-browser-needed = ブラウザを識別する Allaboard-Browser ヘッダーがありません
error-not-over = ゲームはまだ終わっていません
error-record-fails = この棋譜は正しくありません：{ $reason }
error-one-record = 棋譜は1ゲーム分だけ、`allaboard verify` で読める形式で送ってください
error-usual-board = ここで振り返ることができるのは標準の盤面のゲームだけです。ほかの盤面には `allaboard review` をお使いください
error-enter-solo = このランキングに載るのは、標準の盤面でひとりで遊んだゲームだけです
error-enter-unfinished = ランキングに載るのは終わったゲームだけです。このゲームにはまだ得点がありません
error-enter-chance = この棋譜ではサイコロの目を確かめられません。シードとその事前の約束の行が必要で、ほかの人の分は入れられません
error-entered-before = このゲームはすでにランキングに載っているか、ほかのゲームと同じサイコロの目です
error-day-not-over = これは{ $date }の今日の一戦の対局です。棋譜とリプレイは、その日が（協定世界時で）終わると公開されます
error-day-to-come = その日はまだ来ていません
error-no-such-game = 「{ $game }」というゲームはありません。選べるのは{ $games }です
error-seats = { $game }は{ $least }人から{ $most }人用です（{ $seats }人ではできません）
error-seats-exactly = { $game }は{ $least }人用です（{ $seats }人ではできません）
error-not-an-action = 「{ $action }」はこのゲームの手ではありません
error-board = この盤面は使えません：{ $why }
error-no-rulebook = { $game }にはルールブックがありません
error-no-hints = このテーブルではヒントを使えません
error-nothing-to-decide = 今あなたが決めることはありません
error-hints-not-ready = ヒントを出すボットは準備中です。少ししてからもう一度お試しください
error-review-not-ready = ゲームを振り返るボットは準備中です。少ししてからもう一度お試しください
error-no-advice = この局面のヒントはありません
error-too-many-bots = あなたのほかに置けるボットは{ $most }人までです（{ $bots }人は置けません）
error-no-such-level = { $title }に{ $level }のボットはいません。選べるのは{ $levels }です
error-unknown-table = そのテーブルはありません
error-rematch-after-end = 再戦はゲームが終わってからです
error-one-try-a-day = 今日の一戦に挑戦できるのは1日1回です
error-not-seated = これができるのは席のある人だけです
error-no-spectators = このテーブルは観戦できません
error-table-closed = このテーブルはサーバーの管理者によって閉じられました：{ $why }
error-table-expired = このテーブルは長い間使われなかったため削除されました
error-table-unreadable = このテーブルは読み込めなくなりました。サーバーの管理者に通知済みです
error-kicked = あなたはホストによってこのテーブルから外されました
error-foreign-origin = { $origin }のページからこのサーバーを使うことはできません
error-unknown-token = このトークンに対応する席はこのテーブルにありません
error-push-off = このサーバーはプッシュ通知を送りません
error-push-fast = プッシュ通知は、時計のないテーブルか、1手に1時間以上あるテーブルでのみ送られます
error-push-endpoint = プッシュサービスのアドレスが、暗号化された公開アドレスではないか、見つかりません
error-push-keys = プッシュ通知の鍵が使えません
error-nothing-said = メッセージが空です

## 外部のプログラム

program-failed = 席{ $seat }の{ $program }は{ $fault }。以後は「{ $level }」が代わりに打ちます
program-given-up = 席{ $seat }の{ $program }は{ $fault }。以後は「{ $level }」が代わりに打ちます。このプログラムはもう起動しません
fault-start = 起動できません：{ $why }
fault-unasked = 聞かれていないのに行を書きました
fault-late = { $limit }ミリ秒以内に答えませんでした
fault-ended = 終了コード{ $code }で終わりました
fault-closed = 標準出力を閉じました
fault-answer = { $line }と答えましたが、これは{ $form }の形ではありません
fault-illegal = { $action }を選びましたが、できない手です。できる手：{ $legal }

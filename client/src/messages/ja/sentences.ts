/** The server's sentences in Japanese. What stands in {} is a hole (see HOLES); $1 … are the holes in order. */

import { en } from '../en'
import { ja } from '../ja'

export const SENTENCES: [string, string][] = [
  // Fast Train to Miyajima
  ['Seat {s} takes the {c} die.', '$1が$2のサイコロを選ぶ。'],
  ['The {c} die shows {n}.', '$1のサイコロの目は$2。'],
  ['Seat {s} can load nothing.', '$1は何も積めない。'],
  ['Seat {s} has chosen a load.', '$1は積み先を決めた。'],
  ['Seat {s} loads {n} into the {t} {c} train, which now carries {n} in {n} cars and has reached {y}.', '$1が$4の$3に$2を積み、$6両で合計$5。$7に到着！'],
  ['Seat {s} loads {n} into the {t} {c} train, which now carries {n} in {n} cars.', '$1が$4の$3に$2を積む。$6両で合計$5。'],
  ['Seat {s} loads {n} into the {t} {c} train, which now carries {n} in {n} car.', '$1が$4の$3に$2を積む。$6両で合計$5。'],
  ['{y} is reached for the first time: {n} of {n}.', '$1に初到着。終了まで$3都市のうち$2都市。'],
  ['{y} are reached for the first time: {n} of {n}.', '$1に初到着。終了まで$3都市のうち$2都市。'],
  ['This is the last round.', 'これが最後のラウンド。'],
  ['Round {n} begins; the dice go to seat {s}.', '第$1ラウンド開始。サイコロは$2へ。'],
  ['The game is over. Totals: {v}; {l} wins.', 'ゲーム終了。合計は$1。$2の勝ち。'],
  ['The game is over. Totals: {v}; {l} share the win.', 'ゲーム終了。合計は$1。$2の同時優勝。'],
  ['The game is over with {n} points: {r}.', 'ゲーム終了。$1点、$2。'],
  ['No goal was met.', '達成した目標はなし。'],
  ['Goals met: {g}.', '達成した目標：$1。'],
  // Hachi Train
  ['Seat {s} is dealt a card.', '$1に札が配られた。'],
  ['Seat {s} is dealt {a} {n}.', '$1に$3が配られた。'],
  ['All cards are dealt; Seat {s} leads round {n}.', '札を配り終えた。第$2ラウンドは$1から。'],
  ['Seat {s} plays {e}.', '$1が$2を出す。'],
  ['Seat {s} beats Seat {s} and collects {e}.', '$1が$2に勝ち、$3を取り込む。'],
  ['Seat {s} slips the {n} in at place {n}.', '$1が$2を$3の位置に差し込む。'],
  ['Seat {s} passes; the stock is empty, so no card is drawn.', '$1はパス。山札はなく、引かない。'],
  ['Seat {s} passes.', '$1はパス。'],
  ['Seat {s} draws a card from the stock.', '$1が山札から1枚引く。'],
  ['Seat {s} draws {a} {n} from the stock.', '$1が山札から$3を引く。'],
  ['Seat {s} puts the drawn card in at place {n}.', '$1が引いた札を$2の位置に入れる。'],
  ['Seat {s} puts the {n} in at place {n}.', '$1が$2を$3の位置に入れる。'],
  ['The stock is empty now.', '山札がなくなった。'],
  ['Everyone else has passed: the {e} of Seat {s} is discarded.', 'ほかは全員パス。$2の$1は流れる。'],
  ['Everyone else has passed: the {e} of Seat {s} are discarded.', 'ほかは全員パス。$2の$1は流れる。'],
  ['The beaten {e} of Seat {s} is discarded.', '負けた$2の$1は流れる。'],
  ['The beaten {e} of Seat {s} are discarded.', '負けた$2の$1は流れる。'],
  ['Seat {s} has cleared the field twice in a row, so Seat {s} leads.', '$1が2回続けて場を流したので、$2から始める。'],
  ['Seat {s} leads.', '$1から始める。'],
  ['Seat {s} has no cards left and is safe for this round.', '$1は札がなくなり、このラウンドは安全。'],
  ['Seat {s} is out, so Seat {s} leads.', '$1は上がったので、$2から始める。'],
  ['Seat {s} alone holds cards and loses an asset: {n} left.', '$1だけが札を残し、資産をひとつ失う。残り$2。'],
  ['Round {n} is over; Seat {s} will lead round {n}.', '第$1ラウンド終了。第$3ラウンドは$2から。'],
  ['The game is over: Seat {s} has no assets.', 'ゲーム終了。$1の資産がなくなった。'],
  ['The game is over: all four rounds are played.', 'ゲーム終了。4ラウンドを終えた。'],
  ['Everyone has {n}: a draw.', '全員が$1で引き分け。'],
  ['{L} loses; {L} win.', '$1の負け、$2の勝ち。'],
  ['{L} loses; {L} wins.', '$1の負け、$2の勝ち。'],
  ['{L} lose; {L} win.', '$1の負け、$2の勝ち。'],
  ['{L} lose; {L} wins.', '$1の負け、$2の勝ち。'],
  // RunAway Train
  ['Seat {s} has chosen {k}.', '$1は$2を選んだ。'],
  ['Seat {s} is the engineer.', '$1が機関士。'],
  ['The train moves {n} spaces to space {n}.', '列車は$1マス進み、$2マス目へ。'],
  ['The train moves {n} space to space {n}.', '列車は$1マス進み、$2マス目へ。'],
  ['The train moves {n} spaces to space {n} of the {b} track.', '列車は$1マス進み、$3の$2マス目へ。'],
  ['The train moves {n} space to space {n} of the {b} track.', '列車は$1マス進み、$3の$2マス目へ。'],
  ['It passes scores ×{n}: suitcases count {n}-fold from here on.', '得点×$1を通過。ここからかばんは$2倍。'],
  ['It comes to scores ×{n}: suitcases count {n}-fold from here on.', '得点×$1に到着。ここからかばんは$2倍。'],
  ['It comes to the brake {m}.', 'ブレーキ$1に到着。'],
  ['It comes to the switch.', '分岐に到着。'],
  ['It comes to the end.', '線路の終わりに到着。'],
  ['Seat {s} rolls {n}: the speed rises by {n} to {n}.', '$1の目は$2。速度が$3上がって$4に。'],
  ['Seat {s} rolls {n}: the speed stays {n}.', '$1の目は$2。速度は$3のまま。'],
  ['Seat {s} rolls for the brake.', '$1がブレーキのために振る。'],
  ['Seat {s} rolls {n} on the brake: the speed drops by {n} to {n}.', '$1のブレーキの目は$2。速度が$3下がって$4に。'],
  ['Seat {s} rolls {n} on the brake: the speed drops below 1.', '$1のブレーキの目は$2。速度は1を下回った。'],
  ['Seat {s} rolls {n} on the brake: the speed stays {n}.', '$1のブレーキの目は$2。速度は$3のまま。'],
  ['Seat {s} rolls at the end, where {n} or more stops the train.', '$1が運命の一振り。$2以上で列車は止まる。'],
  ['Seat {s} rolls at the end, where no roll stops the train at this speed.', '$1が運命の一振り。この速度では、どの目でも止まらない。'],
  ['Seat {s} rolls {n} at the end of the track.', '線路の終わりで$1の目は$2。'],
  ['Seat {s} chooses the short or the long track.', '$1が短い線路か長い線路を選ぶ。'],
  ['Seat {s} takes the {b} track.', '$1は$2を選ぶ。'],
  ["Seat {s}'s passenger gets suitcase {n} off for {n} points.", '$1の乗客がかばん$2を降ろし、$3点。'],
  ["Seat {s}'s passenger gets suitcase {n} off for {n} point.", '$1の乗客がかばん$2を降ろし、$3点。'],
  ["Seat {s}'s conductor gets suitcase {n} off for {n} points.", '$1の車掌がかばん$2を降ろし、$3点。'],
  ["Seat {s}'s conductor gets suitcase {n} off for {n} point.", '$1の車掌がかばん$2を降ろし、$3点。'],
  ["Seat {s}'s conductor gets suitcase {n} off, less a tip of {n}, for {n} points.", '$1の車掌がかばん$2を降ろし、チップ$3を引いて$4点。'],
  ["Seat {s}'s conductor gets suitcase {n} off, less a tip of {n}, for {n} point.", '$1の車掌がかばん$2を降ろし、チップ$3を引いて$4点。'],
  ['Seat {s} decides whether the passenger jumps too.', '$1は乗客も飛び降りるか決める。'],
  ["Seat {s}'s passenger stays aboard.", '$1の乗客は残る。'],
  ["Seat {s}'s passenger jumps off too, and suitcase {v} is lost.", '$1の乗客も飛び降りる。かばん$2は失われた。'],
  ["Seat {s}'s passenger jumps off too, and suitcases {v} are lost.", '$1の乗客も飛び降りる。かばん$2は失われた。'],
  ["Seat {s}'s passenger jumps off too.", '$1の乗客も飛び降りる。'],
  ["Seat {s}'s passenger gets off, and suitcase {v} is lost.", '$1の乗客が降りる。かばん$2は失われた。'],
  ["Seat {s}'s passenger gets off, and suitcases {v} are lost.", '$1の乗客が降りる。かばん$2は失われた。'],
  ["Seat {s}'s passenger gets off.", '$1の乗客が降りる。'],
  ['{L} choose cards.', '$1が札を選ぶ。'],
  ['{L} chooses cards.', '$1が札を選ぶ。'],
  ['{L} cancel each other out with {k}.', '$1は$2で打ち消し合う。'],
  ['Nothing gets off the train.', '何も降りない。'],
  ['Revealed: {o}.', '公開：$1。'],
  ['The train stops.', '列車が止まった！'],
  ['Seat {s} is still aboard and scores {n} points for suitcases kept.', '$1は乗ったまま。残したかばんで$2点。'],
  ['Seat {s} is still aboard and scores {n} point for suitcases kept.', '$1は乗ったまま。残したかばんで$2点。'],
  ['The train goes over the cliff: {L} has lost.', '列車は崖から落ちた！$1の負け。'],
  ['The train goes over the cliff: {L} have lost.', '列車は崖から落ちた！$1の負け。'],
  ['Everybody is off, and the train runs on empty.', '全員が降り、列車は空のまま走り去る。'],
  ['Nobody wins.', '勝者なし。'],
  ['{L} wins with {n} points.', '$1が$2点で勝ち。'],
  ['{L} wins with {n} point.', '$1が$2点で勝ち。'],
  ['{L} share the win with {n} points.', '$1が$2点で同時優勝。'],
  ['{L} share the win with {n} point.', '$1が$2点で同時優勝。'],
]

const CITY = 'Miyajima|Rio|London|New York|Paris|Sydney'
const CARDS = 'no cards|cards|passenger and conductor|(?:passenger|conductor) and suitcase \\d|suitcases \\d and \\d'
const COUNTS: Record<string, string> = { two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7' }

/** What may stand in a hole. */
export const HOLES: Record<string, string> = {
  s: '\\d', // a seat
  l: 'seat \\d(?:, seat \\d)*(?: and seat \\d)?', // seats
  L: 'Seats? \\d(?:, \\d)*(?: and \\d)?',
  n: '[$\\d/]+m?', // a number, a card, money
  m: '1×|½',
  v: '\\d+(?:, \\d+)*(?: and \\d+)?', // numbers
  a: 'an?',
  c: 'red|orange|yellow|green|blue|purple',
  t: 'fast|heavy',
  b: 'short|long',
  y: `(?:${CITY})(?: and (?:${CITY}))*`,
  e: '(?:a )?(?:single|two|three|four|five|six|seven) \\ds?(?: \\([\\d/ ]+\\))?', // a set of cards
  k: CARDS,
  o: `Seat \\d (?:${CARDS})(?:, Seat \\d (?:${CARDS}))*`, // whose cards were what
  r: '[A-Z][A-Za-z ]+', // Miyajima's ranks alone
  g: '.+', // and goals
}

const WORDS: Record<string, string> = {
  red: '赤', orange: 'オレンジ', yellow: '黄', green: '緑', blue: '青', purple: '紫',
  fast: '快速', heavy: '貨物', short: '短い線路', long: '長い線路',
  Miyajima: '宮島', Rio: 'リオ', London: 'ロンドン', 'New York': 'ニューヨーク', Paris: 'パリ', Sydney: 'シドニー',
  ...Object.fromEntries(Object.entries(en).flatMap(([key, said]) => (/^miyajima\.(rank|goal)\./.test(key) ? [[said, ja[key] ?? said]] : []))),
}

const seats = (piece: string, name: (seat: string) => string) => [...piece.matchAll(/\d/g)].map(([seat]) => name(seat)).join('、')
const words = (piece: string, by: RegExp) => piece.split(by).map((word) => WORDS[word] ?? word).join('、')

function cards(piece: string): string {
  if (piece === 'no cards') return '札なし'
  return piece.replace('passenger', '乗客').replace('conductor', '車掌').replace(/suitcases? /, 'かばん').replace(' and ', 'と').replace('cards', '札')
}

function set(piece: string): string {
  const [, count = '', number = '', held = ''] = /(\w+) (\d)s?( \(.+\))?$/.exec(piece) ?? []
  return `${number}の${COUNTS[count] ? `${COUNTS[count]}枚組` : '1枚'}${held.trim().replace('(', '（').replace(')', '）')}`
}

/** What a hole's piece is in Japanese. */
export function filled(hole: string, piece: string, name: (seat: string) => string): string {
  if (hole === 's' || hole === 'l' || hole === 'L') return seats(piece, name)
  if (hole === 'e') return set(piece)
  if (hole === 'k') return cards(piece)
  if (hole === 'o') return piece.split(/, (?=Seat)/).map((one) => `${name(one[5]!)}は${cards(one.slice(7))}`).join('、')
  return words(piece, hole === 'g' ? /; / : hole === 'y' ? / and / : /, | and /)
}

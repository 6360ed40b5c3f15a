/** Hachi Train in the browser. */

import type { Sound } from '../../lib/sounds'
import { declare, type About, type Lesson, type Phrase } from '../game'
import { fold } from './fold'
import { ABOUT, ROLES, SILENT, type Event, type Parts, type View } from './generated'
import { card } from './seen'
import { t } from './words'

const SOUNDS: Partial<Record<Event['event'], Sound>> = {
  round_began: 'reveal',
  played: 'card',
  beat: 'slip',
  discarded: 'slip',
  out: 'toss',
  passed: 'pass',
  drew: 'card',
  inserted: 'slip',
  round_lost: 'brake',
}

export default declare<View, Event>({
  name: ABOUT.name,
  about: ABOUT as unknown as About,
  board: async () => (await import('./Board.svelte')).default,
  cover: async () => (await import('./Cover.svelte')).default,
  lesson: async () => (await import('./lesson.json')).default as unknown as Lesson,
  end: async () => (await import('./End.svelte')).default,
  roles: ROLES,
  silent: SILENT,
  fold,
  phrase: (parts: Parts, { pending: [first = 0] }): Phrase | null => {
    if (parts.do === 'pass') return { phrase: 'pass' }
    if (parts.do === 'insert') return { phrase: 'insert', card: card(first).face ?? '', place: parts.place + 1 }
    return parts.do === 'play' ? { phrase: 'play', count: parts.count, number: parts.number, place: parts.place + 1 } : null
  },
  sound: (event) => SOUNDS[event.event] ?? null,
  moment: (event, names) =>
    event.event === 'round_began' ? t('moment-round', { round: event.round, name: names[event.seat] ?? '' }) : null,
})

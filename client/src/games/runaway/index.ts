/** RunAway Train in the browser. */

import type { Sound } from '../../lib/sounds'
import { declare, type About, type Lesson, type Phrase } from '../game'
import { fold } from './fold'
import { ABOUT, ROLES, SILENT, type Event, type Parts, type View } from './generated'
import { t } from './words'

const SOUNDS: Partial<Record<Event['event'], Sound>> = {
  rolled: 'dice',
  revealed: 'card',
  cancelled: 'pass',
  tossed: 'toss',
  got_off: 'toss',
}

export default declare<View, Event>({
  name: ABOUT.name,
  about: ABOUT as unknown as About,
  board: async () => (await import('./Board.svelte')).default,
  cover: async () => (await import('./Cover.svelte')).default,
  end: async () => (await import('./End.svelte')).default,
  remark: (view, seat) => (view.ending === 'plunged' && view.aboard.includes(seat) ? t('end-lost') : null),
  lesson: async () => (await import('./lesson.json')).default as unknown as Lesson,
  countdown: true,
  roles: ROLES,
  silent: SILENT,
  fold,
  phrase: (parts: Parts): Phrase => {
    if (parts.do === 'track') return { phrase: 'track', track: parts.track }
    if (parts.do !== 'cards') return { phrase: parts.do }
    const cases = parts.cards.filter((card) => typeof card === 'number').sort((a, b) => a - b)
    const [low = 0, high = 0] = cases
    if (cases.length === 2) return { phrase: 'bluff', low, high }
    if (!cases.length) return { phrase: parts.cards.length ? 'both' : 'none' }
    return { phrase: parts.cards.includes('P') ? 'passenger' : 'conductor', suitcase: low }
  },
  sound: (event) => SOUNDS[event.event] ?? null,
  moment: (event, names) => {
    if (event.event === 'new_engineer') return t('moment-turn', { turn: event.turn, name: names[event.seat] ?? '' })
    return event.event === 'at_the_end' ? t('moment-end') : null
  },
})

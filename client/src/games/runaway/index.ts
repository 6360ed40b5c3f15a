/** RunAway Train in the browser. */

import type { Sound } from '../../lib/sounds'
import { declare, type About, type Lesson } from '../game'
import { fold } from './fold'
import { ABOUT, ROLES, SILENT, type Event, type View } from './generated'
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
  roles: ROLES,
  silent: SILENT,
  fold,
  sound: (event) => SOUNDS[event.event] ?? null,
  moment: (event, names) => {
    if (event.event === 'new_engineer') return t('moment-turn', { turn: event.turn, name: names[event.seat] ?? '' })
    return event.event === 'at_the_end' ? t('moment-end') : null
  },
})

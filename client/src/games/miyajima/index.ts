/** Fast Train to Miyajima in the browser. */

import type { Sound } from '../../lib/sounds'
import { declare, type About, type Lesson, type Phrase } from '../game'
import { fold } from './fold'
import { ABOUT, ROLES, SILENT, type Event, type Parts, type View } from './generated'
import { cargoes } from './look'
import { t } from './words'

const SOUNDS: Partial<Record<Event['event'], Sound>> = {
  took: 'card',
  rolled: 'dice',
  loaded: 'load',
  cannot_load: 'pass',
  reached: 'start',
  last_round: 'brake',
  round_began: 'move',
}

export default declare<View, Event>({
  name: ABOUT.name,
  about: ABOUT as unknown as About,
  board: async () => (await import('./Board.svelte')).default,
  cover: async () => (await import('./Cover.svelte')).default,
  lesson: async () => (await import('./lesson.json')).default as unknown as Lesson,
  print: async () => (await import('./Print.svelte')).default,
  end: async () => (await import('./End.svelte')).default,
  roles: ROLES,
  silent: SILENT,
  fold,
  phrase: (parts: Parts, view): Phrase | null => {
    if (parts.do === 'roll') return { phrase: 'roll', die: parts.die }
    if (parts.do !== 'load') return null
    const cargo = cargoes(view).find(({ colour }) => colour === parts.colour)?.amount ?? 0
    return { phrase: 'load', cargo, colour: parts.colour, train: parts.train }
  },
  sound: (event) => SOUNDS[event.event] ?? null,
  moment: (event, names) => {
    if (event.event === 'round_began') return t('moment-round', { round: event.round, name: names[event.seat] ?? '' })
    if (event.event === 'last_round') return t('last-round')
    return event.event === 'ended' ? t('moment-end') : null
  },
})

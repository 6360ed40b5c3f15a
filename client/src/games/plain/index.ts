/** A game without a board of its own: the table as text, and the legal actions as buttons. */

import { declare } from '../game'

export default declare<unknown, { event: string }>({
  name: 'plain',
  board: async () => (await import('./Board.svelte')).default,
  roles: { acted: { seat: 'seat' } },
  silent: [],
  fold: (view) => view,
})

/** A game that this client knows nothing of: the table as text, the legal actions as buttons. */

import { declare } from '../game'

export default declare<unknown, { event: string }>({
  name: 'plain',
  board: async () => (await import('./Board.svelte')).default,
  roles: { acted: { seat: 'seat' } },
  silent: [],
  fold: (view) => view,
})

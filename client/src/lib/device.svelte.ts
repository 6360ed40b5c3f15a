/** Counts changes on this device that come from outside a game, so that pages with lists of games reload them. */
export const device = $state({ loaded: 0 })

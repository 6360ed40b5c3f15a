/** What has changed on this device from outside a game: pages that list its games read them again. */
export const device = $state({ loaded: 0 })

/** `loaded` counts the files that were loaded on this device, so that pages with lists of games load these again. */
export const device = $state({ loaded: 0 })

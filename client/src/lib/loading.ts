/** Loads parts of the client. A connection may fail for a moment, so failed requests are repeated before they count as failed. */

const PAUSES = [400, 1600] // milliseconds

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** The result of `load`, which is called up to three times. */
export async function loaded<T>(load: () => Promise<T>): Promise<T> {
  for (const ms of PAUSES) {
    try {
      return await load()
    } catch {
      await pause(ms)
    }
  }
  return load()
}

/**
 * Loads stylesheets again that could not be loaded. The code of the bundler requests each only once, so without this a page
 * whose stylesheet is missing could not be opened until the application is reloaded.
 */
export function repairStyles(failed: () => void): void {
  window.addEventListener('vite:preloadError', (event) => {
    const address = /preload CSS for (\S+)/.exec(event.payload.message)?.[1]
    if (!address) return
    event.preventDefault()
    loaded(() => styled(address)).catch(failed)
  })
}

function styled(address: string): Promise<void> {
  return new Promise((done, fail) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.onload = () => done()
    link.onerror = () => {
      link.remove()
      fail(new Error(address))
    }
    document.head.append(link)
  })
}

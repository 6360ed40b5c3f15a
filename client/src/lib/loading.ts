/** Loads parts of the client. A line may be bad for a moment, so a failed request is repeated before it counts. */

const PAUSES = [400, 1600] // milliseconds

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** The same as `load`, with further attempts. */
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
 * Loads a stylesheet again that could not be loaded. The bundler requests each only once, and without this a page whose
 * stylesheet was lost could not be opened until it is reloaded.
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

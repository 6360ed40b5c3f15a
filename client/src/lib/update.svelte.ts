/** Registers the service worker, which stores this version on the device, and reports a new version. */

import { ROOT } from './root'

export const update = $state({ ready: false })

let registration: ServiceWorkerRegistration | null | undefined = null

/** Registers the service worker after the page was loaded. Pages without https have none and need the network. */
export function keepOnDevice(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const register = async () => {
    try {
      registration = await navigator.serviceWorker.register(`${ROOT}/sw.js`, { scope: `${ROOT}/`, updateViaCache: 'none' })
    } catch (error) {
      console.warn(error) // no space, or not allowed here: the page still works with the network
      return
    }
    if (!registration) return // some browsers have the interface but do not let pages use it
    const watch = (worker: ServiceWorker | null) =>
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && navigator.serviceWorker.controller) update.ready = true
      })
    if (registration.waiting && navigator.serviceWorker.controller) update.ready = true
    watch(registration.installing)
    registration.addEventListener('updatefound', () => watch(registration?.installing ?? null))
    // A page may stay open for days, so it checks again every hour.
    setInterval(() => void registration?.update().catch(() => undefined), 3_600_000)
  }
  if (document.readyState === 'complete') void register()
  else addEventListener('load', () => void register(), { once: true })
}

/** Switches to the newest version. */
export function renew(): void {
  if (!registration?.waiting) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  registration.waiting.postMessage('take over')
}

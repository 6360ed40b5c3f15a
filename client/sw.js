// The service worker. The build writes its version and its files into it.
// A page always has files of one version, from a cache that was filled completely. A new version waits until the last page of
// the old one is closed, or until the player asks for it. The files of the previous version are kept, so that a game that is
// still open finds what it needs.

const VERSION = 'VERSION'
const FILES = ['FILES']
const PREFIX = 'allaboard-'
const CACHE = `${PREFIX}${Date.now()}-${VERSION}`
const HOME = new URL('./', self.location).href

addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE)
      try {
        const fresh = ['./', ...FILES].map((file) => new Request(file, { cache: file.startsWith('assets/') ? 'default' : 'reload' }))
        await cache.addAll(fresh)
      } catch (error) {
        await caches.delete(CACHE) // a partial version is useless
        throw error
      }
    })(),
  )
})

addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const versions = (await versionsKept()).slice(2)
      await Promise.all(versions.map((name) => caches.delete(name)))
      await clients.claim()
    })(),
  )
})

addEventListener('message', (event) => {
  if (event.data === 'take over') skipWaiting()
})

addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || !url.href.startsWith(HOME)) return
  const path = url.href.slice(HOME.length)
  if (/^(api|health|ready|metrics)\b/.test(path)) return
  event.respondWith(answer(request, request.mode === 'navigate' ? HOME : url.origin + url.pathname))
})

// The server tells that it is the player's turn. The page has stored the sentences in the player's language, see push.svelte.ts.
addEventListener('push', (event) => {
  let told = {}
  try {
    told = event.data.json()
  } catch {
    // Browsers require that every message is shown, even one without content.
  }
  event.waitUntil(show(told))
})

async function show({ table = '', game = '', title = 'All Aboard' }) {
  const kept = await (await caches.open('push')).match(`${HOME}push.json`).catch(() => undefined)
  const words = (await kept?.json().catch(() => null)) ?? {}
  await registration.showNotification(words.titles?.[game] ?? title, {
    body: words.turn ?? '',
    lang: words.language ?? '',
    tag: table,
    renotify: table !== '',
    icon: `${HOME}icon-192.png`,
    data: { table },
  })
}

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(visit(event.notification.data?.table))
})

/** Goes to a table: to its page if it is open, otherwise to a new one. */
async function visit(table) {
  const address = table ? `${HOME}table/${encodeURIComponent(table)}` : HOME
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find((page) => page.url.split(/[?#]/)[0] === address)
  return open ? open.focus() : clients.openWindow(address)
}

async function answer(request, address) {
  if (request.cache === 'reload' && request.mode !== 'navigate') return renewed(request, address)
  for (const name of await versionsKept()) {
    const found = await (await caches.open(name)).match(address)
    if (found) return found
  }
  return fetch(request)
}

/** Fetches a file again that was found damaged, and replaces it. */
async function renewed(request, address) {
  const answer = await fetch(request)
  for (const name of answer.ok ? await versionsKept() : []) {
    const cache = await caches.open(name)
    if (await cache.match(address)) await cache.put(address, answer.clone()).catch(() => undefined)
  }
  return answer
}

/** The caches, the one in use first. A version that is only waiting is not used. */
async function versionsKept() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX)).sort()
  const own = names.findLastIndex((name) => name.endsWith(`-${VERSION}`))
  return own < 0 ? [] : names.slice(0, own + 1).reverse()
}

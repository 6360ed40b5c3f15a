// The service worker. The build writes its version and its files into it.
// A page always has files of one version, from a cache that was filled completely. A new version waits until the last page of
// the old one is closed, or until the player asks for it. The files of the previous version are kept, so that a game that is
// still open finds what it needs. A file that was damaged on the device is not used: it is fetched again.

const VERSION = 'VERSION'
const FILES = ['FILES']
const PREFIX = 'allaboard-'
const HOME = new URL('./', self.location).href
/** In each cache: the hash of every file, by address. */
const SUMS = `${HOME}sums.json`

addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const name = await newName()
      const cache = await caches.open(name)
      try {
        const fresh = ['./', ...FILES].map((file) => new Request(file, { cache: file.startsWith('assets/') ? 'default' : 'reload' }))
        await cache.addAll(fresh)
        const sums = await Promise.all((await cache.keys()).map(async ({ url }) => [url, await sumOf(await cache.match(url))]))
        await cache.put(SUMS, new Response(JSON.stringify(Object.fromEntries(sums))))
      } catch (error) {
        await caches.delete(name) // a partial version is useless
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

// A push message: it is the player's turn. The page has stored the sentences in the player's language, see push.svelte.ts.
addEventListener('push', (event) => {
  let told = {}
  try {
    told = event.data.json()
  } catch {
    // Browsers require that every message is shown, even one that cannot be read.
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
  const again = request.cache === 'reload' && request.mode !== 'navigate'
  let stored = false
  try {
    for (const name of await versionsKept()) {
      const cache = await caches.open(name)
      const found = await cache.match(address)
      if (!found) continue
      const sum = (await sumsOf(cache))[address]
      if (!again && (!sum || sum === (await sumOf(found)))) return found
      const fresh = await renewed(cache, request, address, sum)
      if (fresh) return fresh
      stored = true
    }
  } catch (error) {
    console.warn(error) // the browser cannot read what it has stored
  }
  return stored ? damaged(request) : fetch(request)
}

/** Fetches a damaged file again and stores it. Undefined if that is impossible, or if the server has another version of it. */
async function renewed(cache, request, address, sum) {
  const answer = await fetch(request.mode === 'navigate' ? request : new Request(request, { cache: 'reload' })).catch(() => undefined)
  if (!answer?.ok) return undefined
  const same = !sum || sum === (await sumOf(answer))
  if (same) await cache.put(address, answer.clone()).catch(() => undefined)
  return same || request.mode === 'navigate' ? answer : undefined // a whole page may be newer
}

const DAMAGED = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>All Aboard</title>
<p>All Aboard is damaged on this device, and the server cannot be reached. Load this page again when you are online.</p>
<p lang="ja">この端末に保存されたファイルが壊れています。サーバーにも接続できません。オンラインのときに再読み込みしてください。</p>`

function damaged(request) {
  const page = request.mode === 'navigate'
  return new Response(page ? DAMAGED : null, { status: 500, headers: page ? { 'Content-Type': 'text/html' } : {} })
}

/** The hashes of the files in a cache. Caches of older versions have none. */
async function sumsOf(cache) {
  const found = await cache.match(SUMS)
  return (await found?.json().catch(() => null)) ?? {}
}

async function sumOf(response) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer()))
  return btoa(String.fromCharCode(...bytes.slice(0, 12)))
}

/** A name that is sorted after all others. It has no time, because the device's clock may have been set back. */
async function newName() {
  const numbers = (await caches.keys()).map((name) => Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1] ?? 0))
  return `${PREFIX}${Math.max(10 ** 12, ...numbers) + 1}-${VERSION}`
}

/** The caches, the one in use first. A version that is only waiting is not used. */
async function versionsKept() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX)).sort()
  const own = names.findLastIndex((name) => name.endsWith(`-${VERSION}`))
  return own < 0 ? [] : names.slice(0, own + 1).reverse()
}

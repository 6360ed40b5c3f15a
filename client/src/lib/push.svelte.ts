/**
 * Push messages: the server tells this browser that it is the player's turn while the page is closed. The service worker shows
 * them. It cannot read the settings, so the sentences in the player's language are stored for it.
 */

import type { PushOffer } from '../protocol'
import { isLocal } from '../local'
import { api } from './api'
import { allowNotifications } from './attention.svelte'
import { language, t } from './i18n.svelte'
import { ROOT, SERVER } from './root'
import { change, seatToken, settings } from './settings.svelte'

/** Why there are no push messages: the server sends none, no https, the page must be installed, the browser cannot, or blocked. */
export type Obstacle = 'server' | 'secure' | 'install' | 'browser' | 'blocked'

const state = $state<{ offer: PushOffer | null; permission: NotificationPermission }>({ offer: null, permission: 'default' })
const registered = new Set<string>() // the tables at which this page has registered

const WORDS = `${ROOT}/push.json`
const CACHE = 'push'
let keeping = Promise.resolve()

interface Words {
  language: string
  turn: string
  titles: Record<string, string>
}

/** Whether push messages are on. A permission that the player took back in the browser switches them off. */
export function pushes(): boolean {
  return settings.push && state.permission === 'granted'
}

/** Why there can be no push messages; null: they are possible. Call `checkPush` before. */
export function obstacle(): Obstacle | null {
  if (SERVER) return 'server'
  if (!isSecureContext) return 'secure'
  if (!('PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window))
    return onApple() && !matchMedia('(display-mode: standalone)').matches ? 'install' : 'browser'
  if (state.offer && !state.offer.key) return 'server'
  return state.permission === 'denied' ? 'blocked' : null
}

/** Whether players of a table may close the page between their turns. */
export function isSlow(clock: number | undefined): boolean {
  return !clock || clock >= (state.offer?.slow ?? Infinity)
}

/** Asks the server and the browser what they allow. */
export async function checkPush(): Promise<void> {
  state.permission = 'Notification' in window ? Notification.permission : 'denied'
  if (!SERVER) state.offer ??= await api.push().catch(() => null)
}

/** Switches push messages on. Call it on a tap: it asks for permission. Returns whether they are on. */
export async function switchOn(): Promise<boolean> {
  const allowed = await allowNotifications()
  await checkPush()
  if (!allowed || obstacle() || !(await subscription(true))) return false
  change({ push: true })
  return true
}

/** Switches push messages off, here and at the server. */
export async function switchOff(): Promise<void> {
  change({ push: false })
  registered.clear()
  const found = await subscription(false).catch(() => null)
  if (!found) return
  await api.unsubscribe(found.endpoint).catch(() => undefined) // the server learns it from the push service later
  await found.unsubscribe().catch(() => undefined)
}

/** Registers this browser at a table, if the player wants messages and the table is slow. */
export async function register(table: string, clock: number | undefined): Promise<void> {
  const token = seatToken(table)
  if (!settings.push || isLocal(table) || !token || registered.has(table)) return
  registered.add(table)
  try {
    await checkPush()
    if (!state.offer) throw new Error('the server cannot be reached')
    if (!pushes() || obstacle() || !isSlow(clock)) return
    const keys = (await subscription(true))?.toJSON()
    if (!keys?.endpoint || !keys.keys?.p256dh || !keys.keys.auth) return
    await api.subscribe(table, { token, endpoint: keys.endpoint, p256dh: keys.keys.p256dh, auth: keys.keys.auth })
  } catch {
    registered.delete(table) // tried again at the next visit
  }
}

/** Removes the notifications of a table, because the player has opened it. */
export async function dismiss(table: string): Promise<void> {
  const shown = await (await worker())?.getNotifications({ tag: table }).catch(() => [])
  shown?.forEach((one) => one.close())
}

/** Stores the sentences and the titles of games for the service worker. Several calls are done one after the other. */
export function keepWords(titles: Record<string, string> = {}): Promise<void> {
  const words = { language: language(), turn: t('turn-body'), titles }
  keeping = keeping.then(() => write(words)).catch(() => undefined) // without storage the notification has no text
  return keeping
}

async function write(words: Words): Promise<void> {
  const cache = await caches.open(CACHE)
  const kept = (await (await cache.match(WORDS))?.json().catch(() => null)) as Words | null | undefined
  const titles = kept?.language === words.language ? { ...kept.titles, ...words.titles } : words.titles
  await cache.put(WORDS, new Response(JSON.stringify({ ...words, titles }), { headers: { 'Content-Type': 'application/json' } }))
}

async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  return navigator.serviceWorker.getRegistration(`${ROOT}/`).catch(() => undefined)
}

/** The browser's subscription. One that was made with another key of the server is replaced. */
async function subscription(make: boolean): Promise<PushSubscription | null> {
  const manager = (await worker())?.pushManager
  const found = (await manager?.getSubscription()) ?? null
  const key = state.offer?.key
  if (!make || !manager || !key) return found
  const wanted = bytes(key)
  if (found && same(found.options.applicationServerKey, wanted)) return found
  await found?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted })
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0))
}

function same(one: ArrayBuffer | null, two: Uint8Array): boolean {
  const first = new Uint8Array(one ?? new ArrayBuffer(0))
  return first.length === two.length && first.every((byte, at) => byte === two[at])
}

/** Whether this is an iPhone or iPad: they allow push messages for installed pages only. */
function onApple(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
}

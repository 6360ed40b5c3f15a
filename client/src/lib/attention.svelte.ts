/** Notifies players when it is their turn, and keeps the screen on while that may happen soon. */

import { ROOT } from './root'
import { settings } from './settings.svelte'

const ICON = `${ROOT}/icon.svg`
const TURN = `${ROOT}/icon-turn.svg`
const AWAKE = 180_000 // ms without a move after which the screen may go dark

/** Whether this browser can show notifications. Over plain http it cannot. */
export const canNotify = typeof Notification !== 'undefined' && isSecureContext
export const canVibrate = typeof navigator.vibrate === 'function'
/** Whether this browser can keep the screen on. Over plain http it cannot. */
export const canStayAwake = 'wakeLock' in navigator

/** Asks the player for permission. Returns whether it was given. */
export async function allowNotifications(): Promise<boolean> {
  if (!canNotify) return false
  return (await Notification.requestPermission().catch(() => 'denied')) === 'granted'
}

/** Marks the tab's icon while it is the player's turn. */
export function markTab(mine: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (link) link.href = mine ? TURN : ICON
}

/** Notifies the player: by vibration, and by a notification if the page is not visible. */
export function notifyTurn(table: string, title: string, body: string): void {
  // Before the first tap on a page, browsers refuse to vibrate and log an error.
  if (settings.vibrate && canVibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(90)
  if (!settings.notify || !canNotify || Notification.permission !== 'granted') return
  if (document.visibilityState === 'visible' && document.hasFocus()) return
  try {
    const shown = new Notification(title, { body, tag: table, icon: ICON })
    shown.onclick = () => {
      focus()
      shown.close()
    }
  } catch {
    // On phones only the service worker can show notifications. Without one, the tab's title and icon are still marked.
    void navigator.serviceWorker
      ?.getRegistration(`${ROOT}/`)
      .then((worker) => worker?.showNotification(title, { body, tag: table, icon: `${ROOT}/icon-192.png`, data: { table } }))
      .catch(() => undefined)
  }
}

/** Keeps the screen on while wanted. The browser releases the lock whenever the page is hidden. */
export class ScreenLock {
  private lock: WakeLockSentinel | null = null
  private asking = false // a second lock would never be released
  private wanted = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly seen = () => void this.take()

  constructor() {
    document.addEventListener('visibilitychange', this.seen)
  }

  /** The table has changed, so the player's next turn may come soon: keeps the screen on for a while. */
  tableChanged(playing: boolean): void {
    clearTimeout(this.timer)
    this.wanted = playing && settings.awake
    if (this.wanted) this.timer = setTimeout(() => this.rest(), AWAKE)
    else this.rest()
    void this.take()
  }

  end(): void {
    clearTimeout(this.timer)
    document.removeEventListener('visibilitychange', this.seen)
    this.rest()
  }

  private rest(): void {
    this.wanted = false
    void this.lock?.release().catch(() => undefined)
    this.lock = null
  }

  private async take(): Promise<void> {
    if (this.asking || !this.wanted || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    if (this.lock && !this.lock.released) return
    this.asking = true
    this.lock = await navigator.wakeLock.request('screen').catch(() => null)
    this.asking = false
    if (!this.wanted) this.rest()
  }
}

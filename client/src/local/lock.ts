/** Locks a game of this device: only one page at a time plays it. */

/** A page that is being closed releases its lock within this time. */
const PATIENCE = 800

/** Another page plays this game. */
export class PlayedElsewhere extends Error {}

/**
 * Locks a game until the returned function is called. `taking` takes the lock from another page; `lost` is called when
 * another page does that here. Pages without https have no locks: there, `storedGames.put` detects changes of another page.
 */
export function lockGame(id: string, taking: boolean, lost: () => void): Promise<() => void> {
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return Promise.resolve(() => undefined)
  return new Promise((resolve, reject) => {
    let held = false
    const wanted: LockOptions = taking ? { steal: true } : { signal: AbortSignal.timeout(PATIENCE) }
    locks
      .request(`allaboard ${id}`, wanted, () => {
        held = true
        return new Promise<void>((release) => resolve(release))
      })
      .catch((error: unknown) => {
        if (held) lost()
        else if ((error as Error).name === 'TimeoutError') reject(new PlayedElsewhere(id))
        else resolve(() => undefined) // a browser without storage has no locks, either
      })
  })
}

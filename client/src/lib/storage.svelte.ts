/** Values that this browser stores between visits. If it cannot, they last as long as the page, and the player is told. */

const memory = new Map<string, string>()
let failed = $state(false)

/** Whether something could not be stored. */
export function cannotStore(): boolean {
  return failed
}

export function read<T>(key: string, otherwise: T): T {
  try {
    const kept = memory.get(key) ?? localStorage.getItem(key)
    return kept === null ? otherwise : (JSON.parse(kept) as T)
  } catch {
    return otherwise
  }
}

export function keep(key: string, value: unknown): void {
  const text = JSON.stringify(value)
  try {
    localStorage.setItem(key, text)
    memory.delete(key)
  } catch {
    memory.set(key, text)
    failed = true
  }
}

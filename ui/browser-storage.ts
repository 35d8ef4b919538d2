type Kind = 'localStorage' | 'sessionStorage'

/**
 * Reads from browser storage. Null if nothing is stored under the key, or if access throws, as in private windows and
 * locked-down browsers.
 */
export function readStored(kind: Kind, key: string): string | null {
  try {
    return globalThis[kind].getItem(key)
  } catch {
    return null
  }
}

export function writeStored(kind: Kind, key: string, value: string): void {
  try {
    globalThis[kind].setItem(key, value)
  } catch {
    // Browser storage is full or forbidden. Callers store only what they can do without.
  }
}

export function removeStored(kind: Kind, key: string): void {
  try {
    globalThis[kind].removeItem(key)
  } catch {
    // Browser storage is forbidden, so there is nothing to remove.
  }
}

export function readStoredJson(kind: Kind, key: string): unknown {
  const text = readStored(kind, key)
  if (text === null) return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

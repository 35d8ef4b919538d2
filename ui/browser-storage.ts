type Kind = 'localStorage' | 'sessionStorage'

/** Private windows and locked-down browsers throw on any access to storage. The site then remembers nothing. */
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
    // Storage is full or forbidden. Callers only store conveniences.
  }
}

export function removeStored(kind: Kind, key: string): void {
  try {
    globalThis[kind].removeItem(key)
  } catch {
    // Storage is forbidden, so there is nothing to change.
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

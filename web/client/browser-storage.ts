type Kind = 'localStorage' | 'sessionStorage'

/** Private windows and locked-down browsers throw on the mere mention of storage: the site then works for one page. */
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
    // Full or forbidden: what was to be remembered is a convenience.
  }
}

export function removeStored(kind: Kind, key: string): void {
  try {
    globalThis[kind].removeItem(key)
  } catch {
    // As above.
  }
}

/** Reads JSON that this site wrote; anything else under the key counts as nothing. */
export function readStoredJson(kind: Kind, key: string): unknown {
  const text = readStored(kind, key)
  if (text === null) return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

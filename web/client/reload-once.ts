import { isOffline, isReachable, tellLost } from './connection.ts'
import { readStored, removeStored } from './browser-storage.ts'
import { holdsSecrets, reloadKept } from './reload-kept.ts'

const key = 'reloaded'
/** `reloads`: the page is on its way out. `unreachable`: a reload would lose it, and what was typed in it. */
type Outcome = 'reloads' | 'stays' | 'unreachable'
let trying: Promise<Outcome> | null = null

/**
 * After a script failed to load: reloads the page, but only once per session (SPEC §2), since a new deploy is mended by it and a dead network is
 * not. What was typed comes along; a page that holds a password stays. Where the page stays, show the error. `part` is what the script belongs to.
 */
export const reloadOnce = (part = 'part'): Promise<Outcome> =>
  (trying ??= tryReload(part).finally(() => (trying = null)))

/** The part that the page was reloaded for has come: the next release may reload it again. Of another part it says nothing, or the two could reload for ever. */
export function noteLoaded(part: string): void {
  if (readStored('sessionStorage', key) === part) removeStored('sessionStorage', key)
}

async function tryReload(part: string): Promise<Outcome> {
  if (isOffline() || !(await isReachable())) {
    tellLost()
    return 'unreachable'
  }
  try {
    if (sessionStorage.getItem(key) || holdsSecrets()) return 'stays'
    sessionStorage.setItem(key, part)
  } catch {
    return 'stays' // without storage nothing would stop the loop
  }
  reloadKept()
  return 'reloads'
}

import { isOffline, isReachable, tellLost } from './connection.ts'
import { reloadKept } from './reload-kept.ts'

const key = 'reloaded'
/** `reloads`: the page is on its way out. `unreachable`: a reload would lose it, and what was typed in it. */
type Outcome = 'reloads' | 'stays' | 'unreachable'
let trying: Promise<Outcome> | null = null

/**
 * After a script failed to load: reloads the page, but only once per session (SPEC §2), since a new deploy is mended by it and a dead network is
 * not. What was typed comes along. Where the page stays, show the error.
 */
export const reloadOnce = (): Promise<Outcome> => (trying ??= tryReload().finally(() => (trying = null)))

async function tryReload(): Promise<Outcome> {
  if (isOffline() || !(await isReachable())) {
    tellLost()
    return 'unreachable'
  }
  try {
    if (sessionStorage.getItem(key)) return 'stays'
    sessionStorage.setItem(key, '1')
  } catch {
    return 'stays' // without storage nothing would stop the loop
  }
  reloadKept()
  return 'reloads'
}

import { isOffline, isReachable, announceOffline } from './connection.ts'
import { readStored, removeStored } from '#ui/browser-storage.ts'
import { holdsSecrets, reloadKeepingInput } from './reload-keeping-input.ts'

const key = 'reloaded'
/**
 * Result of an attempt to reload the page. `stays`: it was reloaded before, holds a password or a chosen file, or
 * browser storage is blocked. `unreachable`: the site does not reply, so a reload would lose the page.
 */
type Outcome = 'reloads' | 'stays' | 'unreachable'
let trying: Promise<Outcome> | null = null

/**
 * Reloads the page after a script failed to load, because a new release may have replaced it. Reloads at most once
 * until `markPartLoaded` allows another. Keeps typed fields, and does not reload a page that holds a password or a
 * chosen file: the caller then shows the error. Without a connection it says so and does not reload. `part`: part of the
 * page that needs the script.
 */
export const reloadOnce = (part = 'part'): Promise<Outcome> =>
  (trying ??= tryReload(part).finally(() => (trying = null)))

/**
 * Allows another reload once `part` has loaded after one. Ignores other parts, or two parts could reload the page
 * forever.
 */
export function markPartLoaded(part: string): void {
  if (readStored('sessionStorage', key) === part) removeStored('sessionStorage', key)
}

async function tryReload(part: string): Promise<Outcome> {
  if (isOffline() || !(await isReachable())) {
    announceOffline()
    return 'unreachable'
  }
  try {
    if (sessionStorage.getItem(key) || holdsSecrets()) return 'stays'
    sessionStorage.setItem(key, part)
  } catch {
    return 'stays' // Does not reload without storage, because nothing would then stop a loop of reloads.
  }
  reloadKeepingInput()
  return 'reloads'
}

import { isOffline } from './connection.ts'
import { reloadOnce } from './reload-once.ts'

/**
 * Reason why a script is missing. `offline`: never requested, so a later request can succeed. `unreachable`: the site
 * does not reply. `failed`: the site replies but does not have the script.
 */
type Missing = 'offline' | 'unreachable' | 'failed'

export class ScriptMissing extends Error {
  readonly missing: Missing
  constructor(missing: Missing, cause?: unknown) {
    super(cause instanceof Error ? cause.message : missing, { cause })
    this.name = 'ScriptMissing'
    this.missing = missing
  }
}

/**
 * Loads a script for a part of the page. Browsers remember a failed import until a reload, so nothing is requested
 * while offline. After a failure reloads the page, if that is possible and was not tried before. Throws `ScriptMissing`
 * while offline and whenever the page is not reloaded.
 */
export async function loadScript<T>(load: () => Promise<T>): Promise<T> {
  if (isOffline()) throw new ScriptMissing('offline')
  try {
    return await load()
  } catch (error) {
    // While the page reloads, this promise never resolves, so that nothing more is drawn.
    const outcome = await reloadOnce()
    if (outcome === 'reloads') return new Promise<never>(() => {})
    throw new ScriptMissing(outcome === 'unreachable' ? outcome : 'failed', error)
  }
}

import { isOffline } from './connection.ts'
import { reloadOnce } from './reload-once.ts'

/** `offline`: it was not even asked for, so that asking for it later can bring it. `failed`: the site replies, and has no such script. */
export type Missing = 'offline' | 'unreachable' | 'failed'

/** A script that did not come. */
export class ScriptMissing extends Error {
  readonly missing: Missing
  constructor(missing: Missing, cause?: unknown) {
    super(cause instanceof Error ? cause.message : missing, { cause })
    this.name = 'ScriptMissing'
    this.missing = missing
  }
}

/**
 * Loads a script of a part of the page. Browsers remember one that failed for as long as the page stands, so without a network none is
 * asked for. Where it fails all the same the page reloads once; then the error is thrown.
 */
export async function loadScript<T>(load: () => Promise<T>): Promise<T> {
  if (isOffline()) throw new ScriptMissing('offline')
  try {
    return await load()
  } catch (error) {
    // A page on its way out draws nothing more.
    const outcome = await reloadOnce()
    if (outcome === 'reloads') return new Promise<never>(() => {})
    throw new ScriptMissing(outcome === 'unreachable' ? outcome : 'failed', error)
  }
}

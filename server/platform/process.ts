import { inspect } from 'node:util'
import { mapStack } from './map-stacks.ts'
import { ConfigError } from './read-setting.ts'
import type { Log } from './log.ts'

/** A sentence for each fault of a wrong configuration, the whole error for a bug; exit code 1 either way. */
export function failStart(error: unknown): never {
  if (error instanceof ConfigError) console.error(`Wayfare does not start: ${error.faults.join('\n  ')}`)
  else console.error(mapStack(inspect(error)))
  process.exit(1)
}

/**
 * Ends this process where the one that started it beside itself is gone, also one that went before this was called; until what is
 * returned is called, which is right before it can end in order.
 */
export function endWithParent(): () => void {
  const end = () => process.exit(1)
  // Without a parent that listens there is no such property.
  if (Object.hasOwn(process, 'connected') && !process.connected) end()
  process.once('disconnect', end)
  return () => process.off('disconnect', end)
}

/** Longer than any request may take; then the process ends all the same. */
const drainMs = 10_000

/**
 * On SIGTERM or SIGINT, or where the process that started this one beside itself lets go or is gone: `stop` once, then exit 0.
 * A second signal or a drain that hangs ends it at once.
 */
export function stopOnSignal(log: Log, stop: () => Promise<void>): void {
  let stopping = false
  const begin = (signal: string) => {
    stopping = true
    log.info({ signal }, 'draining')
    setTimeout(() => process.exit(1), drainMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    begin(signal)
  }
  process.once('disconnect', () => {
    if (!stopping) begin('disconnect')
  })
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

import { AsyncLocalStorage } from 'node:async_hooks'

const signals = new AsyncLocalStorage<AbortSignal>()

/** Runs `work`, and everything it calls, under a signal. */
export const runUnder = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => signals.run(signal, work)

/** Waits for a call to the outside only as long as the work around it may run. Rejects with the signal's reason then. */
export async function whileAllowed<T>(call: () => Promise<T>): Promise<T> {
  const signal = signals.getStore()
  if (!signal) return call()
  signal.throwIfAborted()
  let stop = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([call(), aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

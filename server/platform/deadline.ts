import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** The work around a call may go on no longer. */
export class OutOfTime extends Error {}

const signals = new AsyncLocalStorage<AbortSignal>()

/** Runs `work`, and everything it calls, under a signal, besides one that it may be under already. */
export const runUnder = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  const outer = signals.getStore()
  return signals.run(outer ? AbortSignal.any([outer, signal]) : signal, work)
}

/** Waits for a call to the outside only as long as the work around it may run. Throws OutOfTime then. */
export async function whileAllowed<T>(call: () => Promise<T>): Promise<T> {
  const signal = signals.getStore()
  if (!signal) return call()
  const outOfTime = () => new OutOfTime((signal.reason as Error).message)
  if (signal.aborted) throw outOfTime()
  let stop = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(outOfTime())
    signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([call(), aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Waits for an answer at most so long in all, however slowly its bytes come. Throws OutOfTime then. */
export async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const over = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new OutOfTime(`no answer within ${ms} ms`)
  })
  try {
    return await Promise.race([answer, over])
  } finally {
    timer.abort()
  }
}

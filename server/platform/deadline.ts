import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

export class OutOfTime extends Error {}

const signals = new AsyncLocalStorage<AbortSignal>()

export const runUnder = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  const outer = signals.getStore()
  return signals.run(outer ? AbortSignal.any([outer, signal]) : signal, work)
}

/** Awaits a call to an external service. Throws `OutOfTime` once the current job's signal aborts. */
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

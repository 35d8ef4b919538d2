/** Grace period for stopped work; after that it is abandoned, and finds its job taken over. */
const graceMs = 2_000

/** Awaits `work`, but only `graceMs` longer than `signal` allows. Then rejects with the signal's reason. */
export async function runBounded(work: Promise<void>, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let giveUp = () => {}
  const gone = new Promise<never>((_resolve, reject) => {
    giveUp = () => {
      timer = setTimeout(() => reject(signal.reason as Error), graceMs)
    }
  })
  signal.addEventListener('abort', giveUp)
  if (signal.aborted) giveUp()
  try {
    await Promise.race([work, gone])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}

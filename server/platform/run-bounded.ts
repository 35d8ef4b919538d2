/** How long one that was stopped may take to end, before it is given up. What it does after that finds its job gone. */
const graceMs = 2_000

/** Waits for `work`, but only a moment longer than `signal` lets it run. Rejects with the signal's reason then. */
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

/**
 * Grace period in milliseconds for aborted work. After it the work is abandoned; when it ends, it finds its job taken
 * over by another worker.
 */
const graceMs = 2_000

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

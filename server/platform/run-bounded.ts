/** Grace period in milliseconds for aborted work. Later it is abandoned and will find that its job was taken over. */
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

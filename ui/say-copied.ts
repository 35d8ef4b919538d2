const shownMs = 3_000

/** Says that something was copied and takes it back after three seconds. Returns what ends that before. */
export function sayCopied(show: (isCopied: boolean) => void): () => void {
  show(true)
  const timer = setTimeout(() => show(false), shownMs)
  return () => clearTimeout(timer)
}

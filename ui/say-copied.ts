const shownMs = 3_000

/** Shows "copied" and resets it after a delay. Returns the cleanup function. */
export function sayCopied(show: (isCopied: boolean) => void): () => void {
  show(true)
  const timer = setTimeout(() => show(false), shownMs)
  return () => clearTimeout(timer)
}

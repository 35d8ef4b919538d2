/** Says how far something long has come, once in so many milliseconds at most. */
export function showProgress(print: (line: string) => void, what: string, everyMs = 1_000): (done: number) => void {
  let last = performance.now()
  return (done) => {
    if (performance.now() - last < everyMs) return
    last = performance.now()
    print(`… ${done.toLocaleString('en')} ${what}`)
  }
}

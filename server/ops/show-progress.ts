/** Says how far something long has come, once in so many milliseconds at most. `clock`: milliseconds that only grow. */
export function showProgress(
  print: (line: string) => void,
  what: string,
  { everyMs = 1_000, clock = () => performance.now() }: { everyMs?: number; clock?: () => number } = {},
): (done: number) => void {
  let last = clock()
  return (done) => {
    if (clock() - last < everyMs) return
    last = clock()
    print(`… ${done.toLocaleString('en')} ${what}`)
  }
}

/** Size as stored; a step holds it several times in memory. Support images take some MB each. */
export const stepBytes = 8 * 1024 * 1024

/** Splits ids into steps of limited bytes, in order; a larger row is a step of its own. */
export function stepsOf(rows: readonly { readonly id: string; readonly bytes: number }[], most: number): string[][] {
  const steps: string[][] = []
  let room = 0
  for (const { id, bytes } of rows) {
    if (bytes > room || steps.length === 0) {
      steps.push([])
      room = most
    }
    steps.at(-1)?.push(id)
    room -= bytes
  }
  return steps
}

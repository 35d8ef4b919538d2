/**
 * Maximum bytes of stored values that one step encrypts again; a single larger value is a step of its own. A step holds
 * its values several times in memory, and one support image takes several MB.
 */
export const stepBytes = 8 * 1024 * 1024

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

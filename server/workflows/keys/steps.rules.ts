/** As they are stored; while a step seals and sends them it holds them several times over. Pictures of conversations are some MB each. */
export const stepBytes = 8 * 1024 * 1024

/** Ids in steps of at most so many bytes, in their order; a row that is larger is a step of its own. */
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

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readLines } from './read-lines.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const inPieces = (text: string, ends: readonly number[]) => {
  const all = bytes(text)
  const cuts = [0, ...ends.map((end) => end % all.length).toSorted((a, b) => a - b), all.length]
  return new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const [place, from] of cuts.slice(0, -1).entries()) controller.enqueue(all.slice(from, cuts[place + 1]))
        controller.close()
      },
    }),
  )
}
const read = async (response: Response) => {
  const told: number[] = []
  const answer = await readLines(response, (done) => told.push(done)).then(
    async (found) => ({ code: found.status, body: (await found.json()) as unknown }),
    () => null,
  )
  return { answer, told }
}
const steps = (counts: readonly number[]) => counts.map((done) => `${JSON.stringify({ step: { done } })}\n`).join('')

it('the progress steps and the response of a streamed action are read, wherever the network splits the lines', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(1e9)), fc.array(fc.nat(1_000), { maxLength: 9 }), async (counts, ends) => {
      const answer = { code: 409, body: { status: 'NotPossible', message: '不行' } }
      const response = inPieces(`${steps(counts)}${JSON.stringify(answer)}\n`, ends)
      expect(await read(response)).toEqual({ answer, told: counts })
    }),
  )
})

it('a streamed action whose connection ends early gives no response', async () => {
  const none = { answer: null, told: [1, 2] }
  expect(await read(inPieces(steps([1, 2]), []))).toEqual(none)
  expect(await read(inPieces(`${steps([1, 2])}{"code": 200, "body"`, []))).toEqual(none)
  const broken = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error('reset')) })
  expect(await read(new Response(broken))).toEqual({ ...none, told: [] })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Queryable } from '#server/platform/database.ts'
import { inTurn } from './row-turns.ts'

const newDatabase = () => ({ transaction: () => {} }) as unknown as Queryable
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Begins at its turn, and ends when told. */
function gated(db: Queryable) {
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const ask = (name: string, rows: string[]) =>
    inTurn(db, new Set(rows), () => {
      begun.push(name)
      return new Promise<void>((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve())))
    })
  const end = (name: string, error?: Error) => {
    ends.get(name)!(error)
    return settle()
  }
  return { begun, ask, end }
}

it('who wants a row that another is at comes after them; who wants another row does not wait', async () => {
  const { begun, ask, end } = gated(newDatabase())
  const all = [ask('first', ['name', 'network']), ask('second', ['network']), ask('third', ['elsewhere'])]
  await settle()
  expect(begun).toEqual(['first', 'third'])
  await end('first')
  expect(begun).toEqual(['first', 'third', 'second'])
  await Promise.all([end('second'), end('third'), ...all])
})

it('one that fails lets the next have its turn', async () => {
  const { begun, ask, end } = gated(newDatabase())
  const failing = ask('first', ['name']).catch((error: Error) => error.message)
  const next = ask('second', ['name'])
  await settle()
  await end('first', new Error('lost'))
  expect(await failing).toBe('lost')
  expect(begun).toEqual(['first', 'second'])
  await Promise.all([end('second'), next])
})

it('in a transaction no one waits here: it may hold the row that another waits for', async () => {
  const { begun, ask, end } = gated({} as Queryable)
  const all = [ask('first', ['name']), ask('second', ['name'])]
  await settle()
  expect(begun).toEqual(['first', 'second'])
  await Promise.all([end('first'), end('second'), ...all])
})

it('beyond four hundred who wait for a row, one is refused, and the other rows are as they were', async () => {
  const { begun, ask, end } = gated(newDatabase())
  const all = Array.from({ length: 401 }, (_, n) => ask(String(n), ['name']))
  await expect(ask('too many', ['free', 'name'])).rejects.toMatchObject({ status: 'Unavailable' })
  all.push(ask('free', ['free']))
  await settle()
  expect(begun).toEqual(['0', 'free'])
  await end('free')
  for (let n = 0; n <= 400; n++) await end(String(n))
  await Promise.all(all)
})

it('whatever they want, each has its turn, and no two are at one row', async () => {
  const rows = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.array(rows, { maxLength: 12 }), async (wanted) => {
      const db = newDatabase()
      const held = new Set<string>()
      let done = 0
      await Promise.all(
        wanted.map((each) =>
          inTurn(db, new Set(each), async () => {
            for (const row of new Set(each)) {
              expect(held.has(row)).toBe(false)
              held.add(row)
            }
            await settle()
            for (const row of each) held.delete(row)
            done++
          }),
        ),
      )
      expect(done).toBe(wanted.length)
    }),
    { numRuns: 50 },
  )
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Queryable } from '#server/platform/database.ts'
import { inTurn } from './row-turns.ts'

const newDatabase = () => ({ transaction: () => {} }) as unknown as Queryable
const settle = () => new Promise((resolve) => setImmediate(resolve))

function gated(db: Queryable) {
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const ask = (name: string, rows: string[], options = {}) =>
    inTurn(
      db,
      rows,
      () => {
        begun.push(name)
        return new Promise<void>((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve())))
      },
      options,
    )
  const end = (name: string, error?: Error) => {
    ends.get(name)!(error)
    return settle()
  }
  return { begun, ask, end }
}

it('callers that wait for the same database row take turns, and callers of other rows do not wait', async () => {
  const { begun, ask, end } = gated(newDatabase())
  const all = [ask('first', ['name', 'network']), ask('second', ['network']), ask('third', ['elsewhere'])]
  await settle()
  expect(begun).toEqual(['first', 'third'])
  await end('first')
  expect(begun).toEqual(['first', 'third', 'second'])
  await Promise.all([end('second'), end('third'), ...all])
})

it('when the database fails, rejects all waiting callers except those that give an attempt back, and serves later ones', async () => {
  const { begun, ask, end } = gated(newDatabase())
  const statusOf = ({ status, message }: { status?: string; message: string }) => status ?? message
  const failing = ask('first', ['asker', 'name']).catch(statusOf)
  const waiting = [1, 2].map((n) => ask(`waiting ${n}`, ['name']).catch(statusOf))
  const given = ask('gives back', ['name'], { givesBack: true })
  const behind = ask('behind', ['name'])
  await settle()
  await end('first', new Error('no connection'))
  expect([await failing, ...(await Promise.all(waiting))]).toEqual(['no connection', 'Unavailable', 'Unavailable'])
  expect(begun).toEqual(['first', 'gives back'])
  await end('gives back')
  const later = ask('later', ['asker', 'name'])
  await end('behind')
  expect(begun).toEqual(['first', 'gives back', 'behind', 'later'])
  await Promise.all([end('later'), given, behind, later])
})

it('a caller inside a database transaction never waits, because it may hold the row that another caller needs', async () => {
  const { begun, ask, end } = gated({} as Queryable)
  const all = [ask('first', ['name']), ask('second', ['name'])]
  await settle()
  expect(begun).toEqual(['first', 'second'])
  await Promise.all([end('first'), end('second'), ...all])
})

it('rejects further callers when four hundred wait for one database row, and leaves other rows unaffected', async () => {
  const { begun, ask, end } = gated(newDatabase())
  const all = Array.from({ length: 401 }, (_, n) => ask(String(n), ['name']))
  await expect(ask('too many', ['free', 'name'])).rejects.toMatchObject({ status: 'Unavailable' })
  all.push(ask('free', ['free']), ask('gives back', ['name'], { givesBack: true }))
  await settle()
  expect(begun).toEqual(['0', 'free'])
  await end('free')
  for (let n = 0; n <= 400; n++) await end(String(n))
  await end('gives back')
  await Promise.all(all)
})

it('many attempts of one caller take one position in the queue, and do not block other rows', async () => {
  const { begun, ask, end } = gated(newDatabase())
  const holder = ask('holder', ['name'])
  const tries = [1, 2, 3].map((n) => ask(`asker ${n}`, ['asker a', 'name', 'network a']))
  const owner = ask('owner', ['asker o', 'name', 'network o'])
  const neighbour = ask('neighbour', ['asker n', 'other', 'network a'])
  await settle()
  expect(begun).toEqual(['holder', 'neighbour'])
  await end('neighbour')
  await end('holder')
  await end('asker 1')
  expect(begun).toEqual(['holder', 'neighbour', 'asker 1', 'owner'])
  for (const name of ['owner', 'asker 2', 'asker 3']) await end(name)
  await Promise.all([holder, ...tries, owner, neighbour])
})

it('gives every caller a turn, and never lets two callers use one database row at once', async () => {
  const rows = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.array(rows, { maxLength: 12 }), async (wanted) => {
      const db = newDatabase()
      const held = new Set<string>()
      let done = 0
      await Promise.all(
        wanted.map((each) =>
          inTurn(db, [...new Set(each)].toSorted(), async () => {
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

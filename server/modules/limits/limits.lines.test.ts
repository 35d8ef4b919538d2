import { expect, it } from 'vitest'
import type { Queryable } from '#server/platform/database.ts'
import { consumeTries } from './limits.service.ts'
import { networkSlots, type Slot } from './limits.rules.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))
type Statement = { readonly values: readonly [readonly string[], readonly Buffer[]] }

function slowDatabase() {
  const asked: { subjects: string[]; answer: () => void }[] = []
  const query = ({ values: [rules, subjects] }: Statement) =>
    new Promise((resolve) => {
      const rows = rules.map((rule, n) => ({ rule, subject: subjects[n], taken: true, wait: null }))
      asked.push({ subjects: subjects.map(String), answer: () => resolve(rows) })
    })
  return { asked, db: { transaction: () => {}, query } as unknown as Queryable }
}
/** Fake digest whose results sort wide networks before narrow ones. */
const digest = (_: string, subject: string) => Buffer.from(subject.includes('/') ? `!${subject}` : subject)
const widths = ['203.0.113.7', '203.0.113.0/24', '203.0.0.0/16']
const elsewhere = ['203.0.99.1', '203.0.99.0/24', '203.0.0.0/16']
const atDoor = (name: string, from: readonly string[]): Slot[] => [
  { rule: 'console-strangers', subject: name },
  ...networkSlots('console-network', from, false),
]

it('a caller who waits for the limit of a name does not block others of the same wider network', async () => {
  const { asked, db } = slowDatabase()
  const all = [
    consumeTries(db, digest, [{ rule: 'console-strangers', subject: 'olive' }]),
    consumeTries(db, digest, atDoor('olive', widths)),
    consumeTries(db, digest, atDoor('finn', elsewhere)),
  ]
  await settle()
  expect(asked.map(({ subjects }) => subjects[0])).toEqual(['olive', 'finn'])
  for (let n = 0; n < 3; n++) {
    asked[n]!.answer()
    await settle()
  }
  expect(await Promise.all(all)).toEqual([true, true, true])
})

it('concurrent attempts from one IP address together take one position in the queue of each limit', async () => {
  const { asked, db } = slowDatabase()
  const all = Array.from({ length: 50 }, () => consumeTries(db, digest, atDoor('olive', widths)))
  all.push(consumeTries(db, digest, atDoor('olive', elsewhere)))
  await settle()
  asked[0]!.answer()
  await settle()
  expect(asked.map(({ subjects }) => subjects[1])).toEqual(['203.0.113.7', '203.0.99.1'])
  for (let n = 1; n < 51; n++) {
    asked[n]!.answer()
    await settle()
  }
  expect(await Promise.all(all)).not.toContain(false)
})

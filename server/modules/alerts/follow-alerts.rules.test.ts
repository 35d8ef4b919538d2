import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alertKinds, alertTable } from '#shared/alert-kinds.ts'
import { followAlerts, keyOf, type OpenAlert, type Seen } from './follow-alerts.rules.ts'

const start = new Date('2026-11-22T12:00:00Z')
const later = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)
const seen = (kind: Seen['kind'], subject = 'x', level = 1): Seen => ({
  kind,
  subject,
  level,
  detail: null,
  amount: null,
  total: null,
  since: null,
})

class Book {
  open: OpenAlert[] = []
  told: string[] = []
  resolved = 0
  look(now: Date, states: readonly Seen[]): void {
    const found = followAlerts(this.open, states, now)
    this.told.push(...found.opened.map(keyOf))
    for (const { id, isWorse } of found.seen)
      if (isWorse) this.told.push(keyOf(this.open.find((each) => each.id === id)!))
    for (const id of found.reminded) this.told.push(keyOf(this.open.find((each) => each.id === id)!))
    this.resolved += found.resolved.length
    const writes = new Map(found.seen.map((each) => [each.id, each]))
    this.open = [
      ...this.open
        .filter(({ id }) => !found.resolved.includes(id))
        .map((alert) => {
          const write = writes.get(alert.id)
          const told = write?.isWorse === true || found.reminded.includes(alert.id)
          return {
            ...alert,
            ...(write && {
              level: write.now.level,
              amount: write.now.amount,
              worst: Math.max(alert.worst, write.now.level),
              seenAt: now,
              goneAt: null,
            }),
            ...(write?.isWorse && { acknowledgedAt: null }),
            ...(told && { toldAt: now }),
            ...(found.gone.includes(alert.id) && { goneAt: now }),
          }
        }),
      ...found.opened.map((each) => ({
        ...each,
        id: crypto.randomUUID(),
        worst: each.level,
        seenAt: now,
        toldAt: now,
        goneAt: null,
        acknowledgedAt: null,
      })),
    ]
  }
}

const states = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom(...alertKinds),
    subject: fc.constantFrom('a', 'b'),
    level: fc.integer({ min: 1, max: 3 }),
  }),
  { selector: ({ kind, subject }) => `${kind} ${subject}`, maxLength: 8 },
)

describe('alerts', () => {
  it('keeps at most one alert open per kind and subject, whatever changes and however the clock jumps', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(states, fc.integer({ min: -600, max: 900 })), { maxLength: 20 }), (walk) => {
        const book = new Book()
        let now = start
        for (const [there, minutes] of walk) {
          now = later(now, minutes)
          const all = there.map(({ kind, subject, level }) => seen(kind, subject, level))
          book.look(now, all)
          const keys = book.open.map(keyOf)
          expect(new Set(keys).size).toBe(keys.length)
          for (const each of all) expect(keys).toContain(keyOf(each))
        }
        // Three checks ten minutes apart that find nothing resolve every alert, however long ago it was opened.
        for (let at = 0; at < 3; at++) book.look((now = later(now, 10)), [])
        expect(book.open).toEqual([])
      }),
    )
  })

  it('notifies only once of a state that flaps faster than it resolves', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 40 }), (walk) => {
        const book = new Book()
        let now = start
        book.look(now, [seen('node-down')])
        // Checks every half minute. The problem is never absent for five minutes in a row.
        let away = 0
        for (const isThere of walk) {
          now = later(now, 0.5)
          away = isThere || away >= 8 ? 0 : away + 1
          book.look(now, away === 0 ? [seen('node-down')] : [])
        }
        expect([book.told, book.resolved]).toEqual([['node-down x'], 0])
      }),
    )
  })

  it('sends one notification of an unchanged state, and then only reminders at their interval', () => {
    for (const kind of alertKinds) {
      const book = new Book()
      const { remindHours } = alertTable[kind]
      for (let minute = 0; minute <= 73 * 60; minute += 30) book.look(later(start, minute), [seen(kind)])
      expect(book.told).toHaveLength(1 + (remindHours === null ? 0 : Math.floor(73 / remindHours)))
    }
  })

  it('an alert about several things is sent again when a thing is added, and not when one is gone', () => {
    const reviews = (amount: number, addedAfter: number): Seen[] => [
      { ...seen('review-opened'), amount, newest: later(start, addedAfter) },
    ]
    const toldAfter = (...looks: (readonly [minute: number, amount: number, addedAfter: number])[]) => {
      const book = new Book()
      for (const [minute, amount, addedAfter] of looks) book.look(later(start, minute), reviews(amount, addedAfter))
      return book.told.length
    }
    expect(toldAfter([0, 3, 0], [1, 3, 0], [2, 2, 0], [3, 2, 0])).toBe(1)
    // A review was decided and a new one opened, so the count stays the same.
    expect(toldAfter([0, 3, 0], [9, 3, 8], [10, 3, 8])).toBe(2)
    // The new event's database transaction began before the first check and was committed after it, so only the count
    // shows the event.
    expect(toldAfter([1, 3, 0], [2, 4, 0], [3, 4, 0])).toBe(2)
  })

  it('an acknowledged alert sends no reminders until it becomes worse than before', () => {
    const book = new Book()
    book.look(start, [seen('sms-budget', 'x', 1)])
    book.open = book.open.map((each) => ({ ...each, acknowledgedAt: start }))
    book.look(later(start, 1), [seen('sms-budget', 'x', 2)])
    book.look(later(start, 2), [seen('sms-budget', 'x', 1)])
    book.look(later(start, 3), [seen('sms-budget', 'x', 2)])
    expect(book.told).toHaveLength(2)
    expect(book.open[0]).toMatchObject({ acknowledgedAt: null, worst: 2 })
    const node = new Book()
    node.look(start, [seen('node-down')])
    node.open = node.open.map((each) => ({ ...each, acknowledgedAt: start }))
    node.look(later(start, 60 * 24), [seen('node-down')])
    expect(node.told).toHaveLength(1)
  })
})

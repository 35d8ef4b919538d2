import { describe, expect, it } from 'vitest'
import type { OrderRecord, PersonRecord, SourceFile } from './readers/records.rules.ts'
import { stageRows } from './stage.rules.ts'

const person = (oldId: string, email: string, more: Partial<PersonRecord> = {}): PersonRecord => ({
  oldId,
  email,
  password: null,
  expiry: { kind: 'none' },
  plan: null,
  maxDevices: null,
  balanceMinor: 0,
  commissionMinor: 0,
  isBanned: false,
  token: null,
  inviterId: null,
  createdAt: null,
  ...more,
})
const order = (number: string, personId: string): OrderRecord => ({
  personId,
  number,
  plan: '1',
  period: 'month',
  amountMinor: 1,
  status: 'paid',
  createdAt: 0,
  paidAt: 0,
})
const file = (more: Partial<SourceFile>): SourceFile => ({
  people: [],
  orders: [],
  plans: [],
  unread: [],
  unusedCards: 0,
  isWhole: true,
  ...more,
})
const stage = (more: Partial<SourceFile>, idOf = (id: string) => id) =>
  stageRows(file(more), idOf).map(({ kind, oldId, email, refusal, record }) => {
    expect(record === null).toBe(refusal !== null)
    return [kind, oldId, refusal === null ? email : refusal.code, ...Object.values(refusal?.params ?? {})]
  })

describe('rows of an import file', () => {
  it('rows are staged as plans, people, invitations and orders, each followed by its unreadable rows', () => {
    const rows = stage({
      orders: [order('T1', '1')],
      people: [person('1', 'a@b.example'), person('2', 'c@d.example', { inviterId: '1' })],
      plans: [{ id: '7', name: 'x' }],
      unread: [
        { what: 'order', oldId: 'T2', code: 'unreadable', column: 'price' },
        { what: 'person', oldId: '3', code: 'rounded', column: 'id' },
      ],
    })
    expect(rows).toEqual([
      ['plan', '7', null],
      ['person', '1', 'a@b.example'],
      ['person', '2', 'c@d.example'],
      ['person', '3', 'rounded', 'id'],
      ['invite', '2', null],
      ['order', 'T1', null],
      ['order', 'T2', 'unreadable', 'price'],
    ])
  })

  it('imports only the person with the most time if several share a normalised address, or the first of equals', () => {
    const at = (seconds: number) => ({ plan: '1', expiry: { kind: 'at' as const, at: seconds } })
    const people = [
      person('1', 'A@b.example', at(5)),
      person('2', 'a@b.example ', at(9)),
      person('3', 'ａ@b.example', at(9)),
      person('4', 'c@d.example', at(9)),
      person('5', 'C@d.example', { plan: '1', expiry: { kind: 'never' } }),
    ]
    expect(stage({ people })).toEqual([
      ['person', '1', 'emailDoubled', '2'],
      ['person', '2', 'a@b.example'],
      ['person', '3', 'emailDoubled', '2'],
      ['person', '4', 'emailDoubled', '5'],
      ['person', '5', 'c@d.example'],
    ])
  })

  it('imports the row with the most time if several rows have the same id and address', () => {
    const at = (seconds: number) => ({ plan: '1', expiry: { kind: 'at' as const, at: seconds } })
    const people = [
      person('1', 'a@b.example', at(5)),
      person('1', 'A@b.example', at(9)),
      person('2', 'c@d.example', at(5)),
      person('2', 'other@d.example', at(9)),
    ]
    expect(stage({ people })).toEqual([
      ['person', '1', 'emailDoubled', '1'],
      ['person', '1', 'a@b.example'],
      ['person', '2', 'c@d.example'],
      ['person', '2', 'idDoubled'],
    ])
  })

  it('people without id or address, with an invalid address or a repeated id are refused', () => {
    const people = [
      person('', 'a@b.example'),
      person('2', '  '),
      person('3', 'a b@c.example'),
      person('4', 'd@e.example'),
      person('4', 'f@g.example'),
    ]
    expect(stage({ people }).map(([, id, code]) => [id, code])).toEqual([
      ['', 'noId'],
      ['2', 'emailMissing'],
      ['3', 'emailInvalid'],
      ['4', 'd@e.example'],
      ['4', 'idDoubled'],
    ])
  })

  it('invitations that form a circle are refused, and invitations by a member of the circle are not', () => {
    const invited = (id: string, inviterId: string) => person(id, `${id}@b.example`, { inviterId })
    const people = [
      invited('1', '2'),
      invited('2', '3'),
      invited('3', '2'),
      invited('4', '4'),
      invited('5', '1'),
      invited('6', '99'),
      person('7', 'bad', { inviterId: '1' }),
    ]
    expect(stage({ people }).filter(([kind]) => kind === 'invite')).toEqual([
      ['invite', '1', null],
      ['invite', '2', 'inviteCycle', '3'],
      ['invite', '3', 'inviteCycle', '2'],
      ['invite', '4', 'inviteCycle', '4'],
      ['invite', '5', null],
      ['invite', '6', 'inviterUnknown', '99'],
    ])
  })

  it('orders without an imported person are refused', () => {
    const people = [person('1', 'a@b.example'), person('2', 'bad')]
    expect(stage({ people, orders: [order('T1', '1'), order('T2', '2'), order('T3', '3')] }).slice(2)).toEqual([
      ['order', 'T1', null],
      ['order', 'T2', 'orderOfNobody'],
      ['order', 'T3', 'orderOfNobody'],
    ])
  })

  it('ids have at most 64 characters, and email addresses used as ids are replaced by digests', () => {
    const idOf = (id: string) => (id.includes('@') ? 'digest' : id)
    const people = [
      person('a@b.example', 'a@b.example'),
      person('x'.repeat(99), 'c@d.example', { inviterId: 'a@b.example' }),
    ]
    const rows = stageRows(file({ people, orders: [order('T1', 'a@b.example')] }), idOf)
    expect(rows.map(({ oldId }) => oldId)).toEqual(['digest', 'x'.repeat(64), 'x'.repeat(64), 'T1'])
    expect(rows.map(({ record }) => record)).toMatchObject([
      { oldId: 'digest' },
      { inviterId: 'digest' },
      { inviterId: 'digest' },
      { personId: 'digest' },
    ])
  })
})

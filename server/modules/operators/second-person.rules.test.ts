import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { operatorRoles } from '#shared/contract/operator/roles.ts'
import { aloneFrom, findApprovalFault, findContest, findNewcomerFault } from './second-person.rules.ts'
import { sentence } from '#text/sentence.ts'

const now = new Date('2026-11-22T12:00:00Z')
const hour = 3_600_000
const before = (ms: number) => new Date(now.getTime() - ms)
const ago = (ms: number) => ({ preparedById: 'a', preparedAt: before(ms), againstId: null, stoppedAt: null })
const alone = { others: 0, lastGoneAt: null, isUnopened: false, now }
const owner = { id: 'a', role: 'owner' } as const

const fromThen = sentence('proposal.aloneFrom', { from: '2026-11-22T12:00:00.001Z' })

describe('approval of a proposal', () => {
  it('lets another operator approve a proposal for seven days', () => {
    const other = { id: 'b', role: 'finance' } as const
    expect(findApprovalFault(ago(0), other, { ...alone, others: 1 })).toBeNull()
    expect(findApprovalFault(ago(7 * 24 * hour - 1), other, { ...alone, others: 1 })).toBeNull()
    expect(findApprovalFault(ago(7 * 24 * hour), other, { ...alone, others: 1 })?.code).toBe('proposal.tooOld')
  })

  it('lets a proposer approve alone only as the single owner, after a day', () => {
    expect(findApprovalFault(ago(24 * hour - 1), owner, alone)).toEqual(fromThen)
    expect(findApprovalFault(ago(24 * hour), owner, alone)).toBeNull()
    expect(findApprovalFault(ago(24 * hour), owner, { ...alone, others: 1 })?.code).toBe('proposal.isYours')
    expect(findApprovalFault(ago(24 * hour), { id: 'a', role: 'finance' }, alone)?.code).toBe('proposal.isYours')
  })

  it('lets the single owner of a shop that was never opened approve at once, unless another owner was lost', () => {
    const unopened = { ...alone, isUnopened: true }
    expect(findApprovalFault(ago(0), owner, unopened)).toBeNull()
    expect(findApprovalFault(ago(0), { id: 'a', role: 'finance' }, unopened)?.code).toBe('proposal.isYours')
    expect(findApprovalFault(ago(0), owner, { ...unopened, others: 1 })?.code).toBe('proposal.isYours')
    expect(findApprovalFault(ago(24 * hour - 1), owner, { ...unopened, lastGoneAt: before(24 * hour) })).toEqual(
      fromThen,
    )
    expect(findApprovalFault({ ...ago(24 * hour - 1), againstId: 'b' }, owner, unopened)).toEqual(fromThen)
    expect(findApprovalFault({ ...ago(0), stoppedAt: now }, owner, unopened)?.code).toBe('proposal.isStopped')
  })

  it('starts the day of waiting when the last other owner left', () => {
    const prepared = ago(100 * hour)
    expect(findApprovalFault(prepared, owner, { ...alone, lastGoneAt: before(24 * hour - 1) })).toEqual(fromThen)
    expect(findApprovalFault(prepared, owner, { ...alone, lastGoneAt: before(24 * hour) })).toBeNull()
    expect(aloneFrom(ago(hour), { ...alone, lastGoneAt: before(2 * hour) })).toEqual(
      new Date(now.getTime() + 23 * hour),
    )
  })

  it('never lets a proposer approve while another owner can', () => {
    fc.assert(
      fc.property(
        fc.nat(8 * 24 * hour),
        fc.constantFrom(...operatorRoles),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(null, 'b'),
        (age, role, others, againstId) => {
          const prepared = { ...ago(age), againstId }
          expect(findApprovalFault(prepared, { id: 'a', role }, { ...alone, others })).not.toBeNull()
        },
      ),
    )
  })
})

describe('an account that one operator invited alone', () => {
  const inviter = { id: 'a', name: 'ann', role: 'owner', createdBy: null, acceptedAt: null } as const
  const newcomer = (age: number) =>
    ({ id: 'b', name: 'bob', role: 'support', createdBy: 'a', acceptedAt: before(age) }) as const

  it('an account that one operator invited can approve with its inviter only a day after joining, whoever prepared the proposal', () => {
    const fault = sentence('proposal.newcomer', { operator: 'bob', from: '2026-11-22T12:00:00.001Z' })
    const young = newcomer(24 * hour - 1)
    expect([findNewcomerFault(inviter, young, now), findNewcomerFault(young, inviter, now)]).toEqual([fault, fault])
    expect(findNewcomerFault(inviter, newcomer(24 * hour), now)).toBeNull()
  })

  it('an account invited by one operator, or given its role by two, can approve with everyone else at once', () => {
    const other = { ...inviter, id: 'c' }
    expect(findNewcomerFault(other, newcomer(0), now)).toBeNull()
    expect(findNewcomerFault(inviter, { ...newcomer(0), role: 'finance' }, now)).toBeNull()
    expect(findNewcomerFault(inviter, { ...newcomer(0), createdBy: null }, now)).toBeNull()
    expect(findNewcomerFault(inviter, inviter, now)).toBeNull()
  })
})

describe('proposal to remove another owner', () => {
  const against = { ...ago(48 * hour), againstId: 'b' }
  const concerned = { id: 'b', role: 'owner' } as const

  it('lets a third owner decide about removing an owner, and not the owner concerned', () => {
    expect(findApprovalFault(against, { id: 'c', role: 'owner' }, { ...alone, others: 1 })).toBeNull()
    expect(findApprovalFault(against, concerned, { ...alone, others: 1 })?.code).toBe('proposal.aboutYou')
  })

  it('without a third owner, lets the owner concerned agree, or the proposer act after a day', () => {
    expect(findApprovalFault(against, concerned, alone)).toBeNull()
    expect(findApprovalFault(against, owner, alone)).toBeNull()
  })

  it('lets only a third owner approve a proposal that the owner concerned stopped', () => {
    fc.assert(
      fc.property(fc.nat(7 * 24 * hour - 1), fc.nat(8 * 24 * hour), (age, stopped) => {
        const prepared = { ...ago(age), againstId: 'b', stoppedAt: before(stopped) }
        expect(findApprovalFault(prepared, owner, alone)).not.toBeNull()
        expect(findApprovalFault(prepared, { id: 'c', role: 'owner' }, { ...alone, others: 1 })).toBeNull()
      }),
    )
  })

  it('treats the proposer and the owner concerned as opponents for seven days', () => {
    const contest = { preparedById: 'a', againstId: 'b', preparedAt: before(7 * 24 * hour - 1) }
    expect(findContest([contest], 'a', now)).toBe(contest)
    expect(findContest([contest], 'b', now)).toBe(contest)
    expect(findContest([contest], 'c', now)).toBeUndefined()
    expect(findContest([{ ...contest, preparedAt: before(7 * 24 * hour) }], 'a', now)).toBeUndefined()
  })
})

it('tells the proposer of a stopped proposal why they cannot approve it', () => {
  const stopped = { ...ago(48 * hour), againstId: 'b', stoppedAt: before(hour) }
  expect(findApprovalFault(stopped, owner, alone)).toEqual(sentence('proposal.isStopped'))
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { operatorRoles } from '#shared/contract/operator/roles.ts'
import { findApprovalFault } from './second-person.rules.ts'

const now = new Date('2026-11-22T12:00:00Z')
const hour = 3_600_000
const ago = (ms: number) => ({ preparedById: 'a', preparedAt: new Date(now.getTime() - ms) })
const owner = { id: 'a', role: 'owner' } as const

describe('what one prepared', () => {
  it('another may approve for seven days', () => {
    const other = { id: 'b', role: 'finance' } as const
    expect(findApprovalFault(ago(0), other, { owners: 2, now })).toBeNull()
    expect(findApprovalFault(ago(7 * 24 * hour - 1), other, { owners: 2, now })).toBeNull()
    expect(findApprovalFault(ago(7 * 24 * hour), other, { owners: 2, now })).toContain('more than 7 days ago')
  })

  it('they approve themselves only as the one owner there is, and after a day', () => {
    expect(findApprovalFault(ago(24 * hour - 1), owner, { owners: 1, now })).toContain('from 2026-11-22T12:00:00.001Z')
    expect(findApprovalFault(ago(24 * hour), owner, { owners: 1, now })).toBeNull()
    expect(findApprovalFault(ago(24 * hour), owner, { owners: 2, now })).toContain('another operator')
    expect(findApprovalFault(ago(24 * hour), { id: 'a', role: 'finance' }, { owners: 1, now })).toContain(
      'another operator',
    )
  })

  it('is never approved by its own account while another owner can', () => {
    fc.assert(
      fc.property(
        fc.nat(8 * 24 * hour),
        fc.constantFrom(...operatorRoles),
        fc.integer({ min: 2, max: 9 }),
        (age, role, owners) => {
          expect(findApprovalFault(ago(age), { id: 'a', role }, { owners, now })).not.toBeNull()
        },
      ),
    )
  })
})

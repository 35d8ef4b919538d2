import { expect, test } from 'vitest'
import { sessionStateOf } from './session-state.ts'
import type { User } from './user-info.ts'

const now = 1_763_600_000_000
const user: User = {
  uid: 482_019_337,
  accountName: 'lin.w',
  email: null,
  phone: null,
  registeredAt: now - 1,
  expiresAt: null,
  membershipSeconds: 0,
  maxDevices: 5,
  inviteCode: 'W4YF7K2M',
  inviteLink: 'https://wayfare.example/register?r=W4YF7K2M',
  yearlyPaidUser: 0,
  benefitsExpireTime: null,
}

test('the session is unknown until the response, then signed out or signed in', () => {
  expect(sessionStateOf(undefined, now)).toEqual({ state: 'unknown' })
  expect(sessionStateOf(null, now)).toEqual({ state: 'signed-out' })
  expect(sessionStateOf(user, now)).toEqual({ state: 'signed-in', user, hasBenefits: false, hasBenefitsNew: false })
})

test('benefits depend on the yearly plan and on an expiry in the future', () => {
  expect(sessionStateOf({ ...user, yearlyPaidUser: 1 }, now)).toMatchObject({
    hasBenefits: true,
    hasBenefitsNew: false,
  })
  expect(sessionStateOf({ ...user, benefitsExpireTime: now }, now)).toMatchObject({ hasBenefitsNew: false })
  expect(sessionStateOf({ ...user, benefitsExpireTime: now + 1 }, now)).toMatchObject({ hasBenefitsNew: true })
})

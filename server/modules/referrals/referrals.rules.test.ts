import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  bonusSeconds,
  findCheat,
  findFaultAtArrival,
  isCountedByPerson,
  isInTime,
  publicReason,
  readReferralCode,
  referralCode,
} from './referrals.rules.ts'

it('reads a referral code back in any case, and rejects any other text', () => {
  const letter = fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'.split(''))
  const code = fc.array(letter, { minLength: 8, maxLength: 8 }).map((letters) => letters.join(''))
  const slug = fc.constantFrom('', 'tg', 'blog-2026', 'a1')
  fc.assert(
    fc.property(code, slug, (inviteCode, name) => {
      expect(readReferralCode(referralCode(inviteCode, name))).toEqual({ inviteCode, slug: name })
      expect(readReferralCode(referralCode(inviteCode.toLowerCase(), name))).toEqual({ inviteCode, slug: name })
    }),
  )
  for (const wrong of [
    undefined,
    '',
    'ABCDEFG',
    'ABCDEFGHI',
    'ABCDEFGI',
    'ABCD EFGH',
    'ABCDEFGH-',
    'ABCDEFGH-X',
    'ABCDEFGH-a-',
  ])
    expect(readReferralCode(wrong)).toBeNull()
})

it('a referral is valid for exactly seven days', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(isInTime(new Date('2026-11-14T12:00:00Z'), now, 7)).toBe(true)
  expect(isInTime(new Date('2026-11-14T11:59:59.999Z'), now, 7)).toBe(false)
  expect(isInTime(null, now, 7)).toBe(true)
})

it('finds a relation to the inviter before a cycle of invitations, and none among strangers', () => {
  const found = (ties: { byDevice: string[]; byPayer: string[] }, isFormer = false) =>
    findCheat(
      'a',
      { ancestors: ['b', 'c'], siblings: ['f'] },
      { ...ties, byDevice: ties.byDevice.map((id) => ({ id, isFormer })) },
    )
  expect(found({ byDevice: ['a'], byPayer: ['a'] })).toEqual({ verdict: 'refused', reason: 'device' })
  expect(found({ byDevice: ['x'], byPayer: ['a', 'f'] })).toEqual({ verdict: 'refused', reason: 'payer' })
  expect(found({ byDevice: ['f'], byPayer: ['c'] })).toEqual({ verdict: 'refused', reason: 'cycle' })
  // A referral is refused if the new user is an ancestor of the inviter, because that would close a cycle.
  for (const id of ['b', 'c']) {
    expect(found({ byDevice: [id], byPayer: ['f'] })).toEqual({ verdict: 'refused', reason: 'cycle' })
    expect(found({ byDevice: [], byPayer: [id] })).toEqual({ verdict: 'refused', reason: 'cycle' })
  }
  expect(found({ byDevice: ['x'], byPayer: ['y'] })).toBeNull()
  // A device that changed hands may have been a present, so an operator decides.
  for (const id of ['a', 'b', 'c', 'f'])
    expect(found({ byDevice: [id], byPayer: [] }, true)).toEqual({ verdict: 'held', reason: 'shared_device' })
  expect(found({ byDevice: ['x'], byPayer: [] }, true)).toBeNull()
  expect([publicReason('payer'), publicReason('operator'), publicReason('device'), publicReason(null)]).toEqual([
    'rules',
    'rules',
    'device',
    null,
  ])
})

it('holds friends of one inviter with a shared payer or device', () => {
  const found = (ties: { byDevice: string[]; byPayer: string[] }) =>
    findCheat(
      'a',
      { ancestors: [], siblings: ['f', 'g'] },
      { ...ties, byDevice: ties.byDevice.map((id) => ({ id, isFormer: false })) },
    )
  expect(found({ byDevice: ['f'], byPayer: ['g'] })).toEqual({ verdict: 'held', reason: 'friends_payer' })
  expect(found({ byDevice: ['g'], byPayer: [] })).toEqual({ verdict: 'held', reason: 'shared_device' })
  expect([publicReason('friends_payer'), publicReason('shared_device')]).toEqual(['rules', 'device'])
})

it('refuses a new referral with a device of another account, and holds one with a former device', () => {
  const found = (isFormer: boolean, isCrowd = false) =>
    findFaultAtArrival({ sharers: [{ id: 'x', isFormer }], isCrowd })
  expect(found(false)).toEqual({ verdict: 'refused', reason: 'device' })
  expect(found(true, true)).toEqual({ verdict: 'held', reason: 'shared_device' })
  expect(findFaultAtArrival({ sharers: [], isCrowd: true })).toEqual({ verdict: 'held', reason: 'velocity' })
  expect(findFaultAtArrival({ sharers: [], isCrowd: false })).toBeNull()
})

it('rounds bonus time down to the second', () => {
  expect([bonusSeconds(31_536_000, 1_000), bonusSeconds(9, 1_000), bonusSeconds(0, 10_000)]).toEqual([3_153_600, 0, 0])
})

it('reads a referral code without extra characters, and gives one without a campaign an empty campaign slug', () => {
  expect(readReferralCode('xABCDEFGH')).toBeNull()
  expect(readReferralCode('ABCDEFGHx')).toBeNull()
  expect(readReferralCode('ABCDEFGH')).toEqual({ inviteCode: 'ABCDEFGH', slug: '' })
  expect(referralCode('ABCDEFGH')).toBe('ABCDEFGH')
})

it('shows no reason for a referral that has none', () => {
  expect(publicReason(null)).toBeNull()
})

it.each([
  ['device', 'device'],
  ['payer', 'rules'],
  ['cycle', 'cycle'],
  ['velocity', 'velocity'],
  ['operator', 'rules'],
  ['friends_payer', 'rules'],
  ['shared_device', 'device'],
  ['self_group', 'rules'],
  [null, null],
] as const)('the inviter of a referral with reason %s sees %s', (reason, told) => {
  expect(publicReason(reason)).toBe(told)
})

it('only a referral that an operator approved is left out of the decision about a whole case', () => {
  const verdicts = ['counted', 'held', 'refused'] as const
  const passed = verdicts.flatMap((verdict) =>
    [true, false].flatMap((isDecided) => (isCountedByPerson({ verdict, isDecided }) ? [[verdict, isDecided]] : [])),
  )
  expect(passed).toEqual([['counted', true]])
})

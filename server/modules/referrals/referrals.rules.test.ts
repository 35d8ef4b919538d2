import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  bonusSeconds,
  findTie,
  isInTime,
  maskName,
  publicReason,
  readReferralCode,
  referralCode,
} from './referrals.rules.ts'

it('a link is read as what it was made from, whatever its case; anything else is no referral', () => {
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

it('a referral counts for seven days to the moment', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(isInTime(new Date('2026-11-14T12:00:00Z'), now, 7)).toBe(true)
  expect(isInTime(new Date('2026-11-14T11:59:59.999Z'), now, 7)).toBe(false)
  expect(isInTime(null, now, 7)).toBe(true)
})

it('ties to the inviter come before circles, and strangers are no tie', () => {
  expect(findTie('a', ['b'], { byDevice: ['a'], byPayer: ['a'] })).toBe('device')
  expect(findTie('a', ['b'], { byDevice: ['x'], byPayer: ['a'] })).toBe('payer')
  expect(findTie('a', ['b', 'c'], { byDevice: [], byPayer: ['c'] })).toBe('cycle')
  expect(findTie('a', ['b'], { byDevice: ['x'], byPayer: ['y'] })).toBeNull()
  expect([publicReason('payer'), publicReason('operator'), publicReason('device'), publicReason(null)]).toEqual([
    'rules',
    'rules',
    'device',
    null,
  ])
})

it('a name shows two letters at most, and never the whole of it', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 40 }), (name) => {
      const masked = maskName(name) as string
      expect([...masked].length).toBeLessThanOrEqual(5)
      expect([...name].length <= 2 || !masked.startsWith(name)).toBe(true)
    }),
  )
  expect([maskName('lin.wei'), maskName('maya@example.com'), maskName('+8613800000000'), maskName(null)]).toEqual([
    'li•••',
    'ma•••',
    '+8•••',
    null,
  ])
})

it('bonus time is rounded down to the second', () => {
  expect([bonusSeconds(31_536_000, 1_000), bonusSeconds(9, 1_000), bonusSeconds(0, 10_000)]).toEqual([3_153_600, 0, 0])
})

it('a code of a referral stands alone, and one without a campaign has no other name', () => {
  expect(readReferralCode('xABCDEFGH')).toBeNull()
  expect(readReferralCode('ABCDEFGHx')).toBeNull()
  expect(readReferralCode('ABCDEFGH')).toEqual({ inviteCode: 'ABCDEFGH', slug: '' })
  expect(referralCode('ABCDEFGH')).toBe('ABCDEFGH')
})

it('a masked name shows two letters at most, and never the last two of it', () => {
  expect(['', 'a', 'ab', 'abc', 'abcd', 'abcdef', 'ann@example.org'].map(maskName)).toEqual([
    '•••',
    'a•••',
    'a•••',
    'a•••',
    'ab•••',
    'ab•••',
    'a•••',
  ])
  expect(maskName(null)).toBeNull()
  expect(publicReason(null)).toBeNull()
})

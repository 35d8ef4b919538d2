import { describe, expect, it } from 'vitest'
import {
  campaignSlugPattern,
  checkText,
  isPayoutChain,
  mayApplyFrom,
  maxCampaigns,
  payoutChains,
  reapplyAfterDays,
} from './affiliates.rules.ts'

it('after a refusal another application is read thirty days later, to the millisecond', () => {
  expect(reapplyAfterDays).toBe(30)
  expect(mayApplyFrom(new Date('2026-01-31T08:00:00.001Z'))).toEqual(new Date('2026-03-02T08:00:00.001Z'))
})

it('an affiliate has fifty campaigns at most', () => {
  expect(maxCampaigns).toBe(50)
})

describe('the address part of a campaign', () => {
  it.each(['ab', 'a1', 'spring-2026', '0-0', 'a'.repeat(24)])('%s is one', (slug) => {
    expect(campaignSlugPattern.test(slug)).toBe(true)
  })
  it.each(['', 'a', '-ab', 'ab-', 'Ab', 'a_b', 'a b', 'ab\n', 'a'.repeat(25)])('%j is none', (slug) => {
    expect(campaignSlugPattern.test(slug)).toBe(false)
  })
})

describe('a text of an application', () => {
  it('is there, and counted in characters without the space around it', () => {
    expect(checkText('', 5)).toBe('Required')
    expect(checkText(' \n ', 5)).toBe('Required')
    expect(checkText(' 12345 ', 5)).toBeNull()
    expect(checkText('123456', 5)).toBe('TextTooLong')
    expect(checkText('🚀🚀🚀🚀🚀', 5)).toBeNull()
    expect(checkText('🚀🚀🚀🚀🚀🚀', 5)).toBe('TextTooLong')
  })
})

it('USDT is paid on these chains and on no other', () => {
  expect(payoutChains).toEqual(['tron', 'ethereum', 'bsc', 'polygon', 'arbitrum', 'optimism', 'base'])
  for (const chain of payoutChains) expect(isPayoutChain(chain)).toBe(true)
  for (const other of ['bitcoin', 'TRON', '', undefined]) expect(isPayoutChain(other)).toBe(false)
})

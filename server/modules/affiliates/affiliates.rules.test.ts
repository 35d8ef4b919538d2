import { describe, expect, it } from 'vitest'
import {
  campaignSlugPattern,
  checkChannel,
  checkGreetingName,
  checkText,
  isPayoutChain,
  mayApplyFrom,
  maxCampaigns,
  maxCampaignsEver,
  payoutChains,
  payoutRestHours,
  reapplyAfterDays,
} from './affiliates.rules.ts'

it('an applicant who was declined can apply again exactly thirty days later', () => {
  expect(reapplyAfterDays).toBe(30)
  expect(mayApplyFrom(new Date('2026-01-31T08:00:00.001Z'))).toEqual(new Date('2026-03-02T08:00:00.001Z'))
})

it('an affiliate has at most 50 active and 200 campaigns in total, and a new payout wallet address waits 72 hours', () => {
  expect([maxCampaigns, maxCampaignsEver, payoutRestHours]).toEqual([50, 200, 72])
})

describe('campaign slug', () => {
  it.each(['ab', 'a1', 'spring-2026', '0-0', 'a'.repeat(24)])('accepts the slug %s', (slug) => {
    expect(campaignSlugPattern.test(slug)).toBe(true)
  })
  it.each(['', 'a', '-ab', 'ab-', 'Ab', 'a_b', 'a b', 'ab\n', 'a'.repeat(25)])('rejects the slug %j', (slug) => {
    expect(campaignSlugPattern.test(slug)).toBe(false)
  })
})

describe('application text', () => {
  it('requires an application text, and counts its length without surrounding space', () => {
    expect(checkText('', 5)).toBe('Required')
    expect(checkText(' \n ', 5)).toBe('Required')
    expect(checkText(' 12345 ', 5)).toBeNull()
    expect(checkText('123456', 5)).toBe('TextTooLong')
    expect(checkText('🚀🚀🚀🚀🚀', 5)).toBeNull()
    expect(checkText('🚀🚀🚀🚀🚀🚀', 5)).toBe('TextTooLong')
  })
})

describe('application channel', () => {
  it.each([
    'https://blog.example/lin',
    'HTTP://blog.example',
    't.me/lin',
    '@lin',
    'Lin’s channel: travel',
    '微信公众号:lin',
  ])('accepts the channel %s', (text) => expect(checkChannel(text, 200)).toBeNull())
  it.each([
    'javascript:alert(1)',
    ' JavaScript :alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\u00adscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'https:alert(1)',
    'http:///x',
  ])('rejects the channel %j', (text) => expect(checkChannel(text, 200)).toBe('ChannelFormat'))
  it('requires a channel and limits its length', () => {
    expect(checkChannel(' ', 5)).toBe('Required')
    expect(checkChannel('123456', 5)).toBe('TextTooLong')
  })
})

describe('greeting name', () => {
  const faultOf = (name: string) => checkGreetingName(name, ['Wayfare', 'Ｓｕｎ'])

  it.each(['', 'Ann', 'Zoë', 'Jean-Luc', 'Mary O’Neil', "D'Arcy", '小林', '阿卜·杜拉', '司马相如先生', 'a'.repeat(20)])(
    'accepts the greeting name %j',
    (name) => {
      expect(faultOf(name)).toBeNull()
    },
  )

  it.each([
    ['too many characters', 'a'.repeat(21)],
    ['a sentence in Chinese', '司马相如先生好'],
    ['a number', 'Ann2'],
    ['a number in front', '2Ann'],
    ['a domain name', 'ann.example'],
    ['a space at the end', 'Ann '],
    ['a fourth word', 'Ann Bea Cia Dea'],
    ['an invisible character', 'An\u3164n'],
    ['the name of the shop', 'wayfarer'],
    ['the name of the shop in capitals', 'WAYFARE'],
    ['the name of the shop in full-width letters', 'Ｗayfare'],
    ['the name of a shop that writes it in full-width letters', 'Ann Sun'],
    ['a role at the shop', 'Ann Support'],
    ['a role at the shop in Chinese', '小林客服'],
  ])('rejects a greeting name with %s: %j', (_what, name) => {
    expect(faultOf(name)).toBe('GreetingNameFormat')
  })

  it('allows the name Wayfare as a greeting name when the shop has no name', () => {
    expect(checkGreetingName('Wayfare', [])).toBeNull()
  })
})

it('affiliates can be paid USDT on exactly the listed blockchains', () => {
  expect(payoutChains).toEqual(['tron', 'ethereum', 'bsc', 'polygon', 'arbitrum', 'optimism', 'base'])
  for (const chain of payoutChains) expect(isPayoutChain(chain)).toBe(true)
  for (const other of ['bitcoin', 'TRON', '', undefined]) expect(isPayoutChain(other)).toBe(false)
})

import { expect, it } from 'vitest'
import { findTypedTerm, listTexts } from './check-terms.ts'

it('rates, amounts and inviting periods of affiliates are found in texts of both languages', () => {
  for (const text of [
    'Earn up to 25% of renewals',
    '续费佣金 20%',
    'paid from $100',
    '满 100 美元打款',
    'Commissions are on hold for 14 days',
    '佣金冻结 14 天',
    'Invited friends try 3 hours',
    '受邀的朋友可试用 180 分钟',
  ])
    expect([text, findTypedTerm(text)]).toEqual([text, expect.any(String)])
})

it('numbers outside the affiliate terms are ignored', () => {
  for (const text of [
    '99.999% uptime',
    'No logins in the last 90 days.',
    'Invite a friend',
    '邀请好友',
    'Use 4 to 32 letters',
  ])
    expect(findTypedTerm(text)).toBeNull()
})

it('strings, templates and text between tags are searched for affiliate terms', () => {
  const source =
    "import x from './25%'\nexport const a = { t: 'one', f: (n: number) => `two ${n} three` }\nexport const b = <p>four</p>\n"
  expect(listTexts(source, 'a.tsx').map(({ text }) => text.trim())).toEqual(['one', 'two', 'three', 'four'])
})

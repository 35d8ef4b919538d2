import { expect, test } from 'vitest'
import authEn from '#text/en/site/auth.ts'
import resetEn from '#text/en/site/reset.ts'
import authZh from '#text/zh-CN/site/auth.ts'
import resetZh from '#text/zh-CN/site/reset.ts'
import { fill } from './drive-form.ts'
import { authWords, resetWords } from './plain-words.ts'

test.each([
  ['en', authEn, resetEn],
  ['zh-CN', authZh, resetZh],
] as const)('placeholders of the browser texts give the same sentences as the catalogue (%s)', (_, auth, reset) => {
  const words = authWords(auth)
  expect(fill(words.fields.resendIn, 42)).toBe(auth.fields.resendIn(42))
  expect(fill(words.agreedOn, '1 May')).toBe(auth.agreedOn('1 May'))
  expect(fill(words.eraseAt, '1 May')).toBe(auth.eraseAt('1 May'))
  expect(fill(resetWords(reset).sentTo, 'lin@wayfare.example')).toBe(reset.sentTo('lin@wayfare.example'))
  expect(words.checkInput[4]).toBe(auth.checkInput(4))
})

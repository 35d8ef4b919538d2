import { expect, it } from 'vitest'
import { makeInviteCode, normalizeInviteCode } from './invite-code.ts'

it('an invite code has eight characters, none of them easily misread', () => {
  const codes = Array.from({ length: 200 }, makeInviteCode)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  expect(new Set(codes).size).toBe(200)
})

it('an invite code is normalized from careless typing', () => {
  expect(normalizeInviteCode(' oil1-234z')).toBe('0111234Z')
})

import { expect, it } from 'vitest'
import { makeInviteCode } from './invite-code.ts'

it('an invite code has eight characters, none of them easily misread', () => {
  const codes = Array.from({ length: 200 }, makeInviteCode)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  expect(new Set(codes).size).toBe(200)
})

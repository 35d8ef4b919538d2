import { describe, expect, it } from 'vitest'
import { checkAccountName, checkNewPassword } from '#shared/account-rules.ts'
import { passwordStrength } from '#ui/password-strength.ts'
import { makeName, makePassword } from './make-credentials.ts'

const many = Array.from({ length: 500 })

describe('generated credentials', () => {
  it('a generated name is valid and rarely repeated', () => {
    const names = many.map(makeName)
    for (const name of names) expect(checkAccountName(name), name).toBeNull()
    expect(new Set(names).size).toBeGreaterThan(495)
  })

  it('a generated password has sixteen unambiguous characters, is unique, and strong', async () => {
    const passwords = many.map(makePassword)
    for (const password of passwords) {
      expect(password).toMatch(/^([acdefghjkmnpqrtwxyz234679]{4}-){3}[acdefghjkmnpqrtwxyz234679]{4}$/)
      expect(checkNewPassword(password)).toBeNull()
    }
    expect(new Set(passwords).size).toBe(500)
    expect(new Set(passwords.join('')).size).toBe(26)
    expect(passwordStrength(makePassword())).toBeGreaterThan(1)
  })
})

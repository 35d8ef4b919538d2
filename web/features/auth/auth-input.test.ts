import { expect, test } from 'vitest'
import { checkAuthInput } from './auth-input.ts'
import { fieldSentences } from './field-sentences.ts'

const good = {
  kind: 'account_name',
  identifier: 'lin.w',
  code: '',
  password: 'long enough',
  inviteCode: '',
  agreed: true,
} as const

test('a valid login or registration form has no errors', () => {
  expect(checkAuthInput('login', good)).toEqual({})
  expect(checkAuthInput('register', good)).toEqual({})
})

test('each field has its own error, and a login does not check rules for new passwords', () => {
  const bad = { ...good, identifier: 'ab', password: 'short', agreed: false }
  expect(checkAuthInput('register', bad)).toEqual({
    identifier: 'AccountNameFormat',
    password: 'PasswordTooShort',
    agreed: 'AgreementRequired',
  })
  expect(checkAuthInput('login', { ...good, password: 'short' })).toEqual({})
  expect(checkAuthInput('login', { ...good, password: '' })).toEqual({ password: 'PasswordRequired' })
})

test("every error has a sentence in the form's language", () => {
  expect(fieldSentences('en').PasswordTooShort).toBe('Password must be at least 8 characters')
  expect(Object.values(fieldSentences('zh-CN')).every((sentence) => /[\u4e00-\u9fff]/.test(sentence))).toBe(true)
})

test('registration with an email address requires a code, and a login does not', () => {
  const email = { ...good, kind: 'email', identifier: 'lin@wayfare.example' } as const
  expect(checkAuthInput('login', email)).toEqual({})
  expect(checkAuthInput('register', email)).toEqual({ code: 'CodeRequired' })
  expect(checkAuthInput('register', { ...email, identifier: 'lin@wayfare', code: '12345' })).toEqual({
    identifier: 'EmailInvalid',
    code: 'CodeFormat',
  })
  const phone = { ...good, kind: 'phone', code: '123456' } as const
  expect(checkAuthInput('register', { ...phone, identifier: '+8613800138000' })).toEqual({})
  expect(checkAuthInput('register', { ...phone, identifier: '138' })).toEqual({ identifier: 'PhoneInvalid' })
  expect(checkAuthInput('login', { ...phone, identifier: '' })).toEqual({ identifier: 'PhoneRequired' })
})

import { expect, test } from 'vitest'
import { callTraits } from './call-traits.ts'

test('only signed calls and login calls have traits that the browser must know', () => {
  expect(callTraits['/api/user/user_login_username']).toEqual({ signed: true, login: true })
  expect(callTraits['/api/system/system_user_info']).toEqual({ signed: true })
  expect(callTraits).not.toHaveProperty('/api/payment/payment_purchase')
})

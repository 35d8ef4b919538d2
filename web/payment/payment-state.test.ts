import { expect, test } from 'vitest'
import { mayStillChange, paymentStateOf } from './payment-state.ts'
import { isWebAddress } from '#web/client/web-address.ts'

test('only the server says that a payment arrived', () => {
  expect(paymentStateOf('created')).toBe('waiting')
  expect(paymentStateOf('awaiting_payment')).toBe('waiting')
  expect(paymentStateOf('paid')).toBe('success')
  expect(paymentStateOf('review')).toBe('review')
})

test('an expired order may still be paid late; a paid or refunded one is settled', () => {
  expect(['waiting', 'expired', 'review', 'refunding'].every((state) => mayStillChange(state as 'waiting'))).toBe(true)
  expect(['success', 'refunded', 'closed'].some((state) => mayStillChange(state as 'success'))).toBe(false)
})

test('an answer cannot send anyone to a script', () => {
  expect(isWebAddress('https://openapi.alipay.com/gateway.do?x=1')).toBe(true)
  expect(isWebAddress('javascript:alert(1)')).toBe(false)
  expect(isWebAddress('//evil.example')).toBe(false)
})

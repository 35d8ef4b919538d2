import { expect, test } from 'vitest'
import { isWebAddress } from './web-address.ts'

test('only http and https URLs are web addresses', () => {
  expect(isWebAddress('https://openapi.alipay.com/gateway.do?x=1')).toBe(true)
  expect(isWebAddress('javascript:alert(1)')).toBe(false)
  expect(isWebAddress('//evil.example')).toBe(false)
})

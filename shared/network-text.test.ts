import fc from 'fast-check'
import { isIP } from 'node:net'
import { expect, it } from 'vitest'
import { isNetwork } from './network-text.ts'

const address = fc.oneof(fc.ipV4(), fc.ipV6())
/** Generates texts that look like IP addresses, most of them invalid. */
const alike = fc.array(fc.constantFrom('0', '1', 'ff', '255', '256', '.', ':', '::', 'g', '12345'), { maxLength: 12 })

it('the check of IP networks agrees with Node about each IP address and each text that looks like one', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        address,
        alike.map((parts) => parts.join('')),
      ),
      (text) => {
        expect(isNetwork(text)).toBe(isIP(text) !== 0)
      },
    ),
    { numRuns: 2_000 },
  )
})

it.each(['203.0.113.0/24', '0.0.0.0/0', '203.0.113.7/32', '2001:db8::/48', '::/0', '::1/128'])(
  'accepts the IP network %s',
  (text) => expect(isNetwork(text)).toBe(true),
)

it.each([
  '203.0.113.0/33',
  '2001:db8::/129',
  '203.0.113.0/',
  '203.0.113.0/a',
  '203.0.113.0/24/1',
  '/24',
  'node.example',
])('refuses the IP network %j', (text) => expect(isNetwork(text)).toBe(false))

import { expect, it } from 'vitest'
import { fillHtml, fillText, typedNumbers, unknownPlaceholders } from './placeholders.rules.ts'

it('fills known placeholders, escaped in HTML, and keeps unknown ones visible', () => {
  expect(fillHtml('<p>{{brand}}, {{ days }} of {{nothing}}</p>', { brand: 'A<b>&', days: '7' })).toBe(
    '<p>A&#60;b&#62;&#38;, 7 of {{nothing}}</p>',
  )
  expect(fillText('{{brand}}', { brand: 'A&B' })).toBe('A&B')
  expect(unknownPlaceholders('{{a}} {{b}} {{b}}', ['a'])).toEqual(['b'])
})

it.each([
  ['We refund within 7 days', ['7']],
  ['up to 25% of it', ['25%']],
  ['满 100 美元', ['100']],
  ['{{refundDays}} days', []],
  ['1. first\n2. second', []],
  ['see [terms](/clause/x#part-3) and `shasum -a 256`', []],
  ['## Title {#step-2}', []],
  ['SHA-256 over 5G', []],
  ['an argon2id digest', []],
])('finds the numbers that were typed instead of a placeholder in %j', (text, numbers) => {
  expect(typedNumbers(text)).toEqual(numbers)
})

it.each([
  ['costs {{a}}7{{b}}', ['7']],
  ['7{#x}8', ['78']],
  ['12. twelfth\n  3. third', []],
  ['see x 4. for more', ['4.']],
  ['a\n4. b', []],
  ['TRC20 and TRC-20, ERC20 and ERC-20, IPv4 and IPv6, TLS 1.3, 4G', []],
  ['7SHA-256', ['7', '256']],
  ['1{{a}}2', ['12']],
  ['1 SHA-256 2', ['1', '2']],
  ['IPv5', ['5']],
])('finds typed numbers next to placeholders, list numbers and technical names in %j', (text, numbers) => {
  expect(typedNumbers(text)).toEqual(numbers)
})

import { expect, test } from 'vitest'
import { splitLink } from './link-field.tsx'

test.each([
  ['https://shop.example/?r=C0436M9X-newsletter', ['https://shop.example/?r=', 'C0436M9X-newsletter']],
  ['https://shop.example/group-buying?group=ABCDEFGHJKM', ['https://shop.example/group-buying?group=', 'ABCDEFGHJKM']],
  [
    'https://shop.example/group-buying?group=ABCDEFGHJKM&lang=en',
    ['https://shop.example/group-buying?group=', 'ABCDEFGHJKM&lang=en'],
  ],
  [
    'https://shop.example/pricing?plan=plan-12&currency=CNY&method=alipay',
    ['https://shop.example/pricing?plan=plan-12&currency=CNY&metho', 'd=alipay'],
  ],
  ['https://shop.example/s/0123456789abcdef', ['https://shop.example/s/01234567', '89abcdef']],
  ['http://a.b', ['ht', 'tp://a.b']],
])('the field for %s keeps the end that tells links apart', (link, parts) => {
  expect(splitLink(link)).toEqual(parts)
})

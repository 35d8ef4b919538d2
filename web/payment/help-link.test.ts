import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasInbox, helpLink, readHelpLink } from './help-link.ts'

const show = (pageData: object) =>
  vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(pageData) }) })
beforeEach(() => void show({}))
afterEach(() => vi.unstubAllGlobals())

test("a link to the shop's own support names the order and the reason", () => {
  const link = helpLink('/user/help', 'refund', '7Q2M-K9XD')
  expect(link).toBe('/user/help?about=refund&order=7Q2M-K9XD')
  expect(readHelpLink(new URL(link ?? '', 'https://shop.example').search)).toEqual({
    about: 'refund',
    number: '7Q2M-K9XD',
  })
})

test("the shop's own inbox is preferred to an external help desk, because its form takes the order", () => {
  show({ supportInbox: true })
  expect(helpLink('https://help.example', 'short', '7Q2M-K9XD')).toBe('/user/help?about=short&order=7Q2M-K9XD')
})

test('a link to an external help desk stays as it is, and a shop without support gets none', () => {
  expect(helpLink('https://help.example', 'short', '7Q2M-K9XD')).toBe('https://help.example')
  expect(helpLink(null, 'short', '7Q2M-K9XD')).toBeNull()
})

test.each(['', '?about=refund', '?about=praise&order=7Q2M-K9XD', '?about=refund&order=send+money+to+me'])(
  'the address %s fills in no message',
  (search) => expect(readHelpLink(search)).toBeNull(),
)

test('the own inbox is known by its address, or from the page if an external help desk is configured too', () => {
  expect([hasInbox('/user/help'), hasInbox('https://help.example'), hasInbox(null)]).toEqual([true, false, false])
  show({ supportInbox: true })
  expect([hasInbox('https://help.example'), hasInbox(null)]).toEqual([true, true])
})

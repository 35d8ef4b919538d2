import { describe, expect, it } from 'vitest'
import { hasName, hasPersonalData, possibleNames } from './person-words.rules.ts'

const wallet = { evm: `0x${'a1'.repeat(20)}`, tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }

describe('personal data in operator text', () => {
  it.each([
    'by mail from ann@example.com',
    'ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ wrote',
    'called from +86 138 0000 0000',
    'called from １３８００００００００',
    'paid to 030/1234567',
    `paid to ${wallet.evm}`,
    `paid to ${wallet.tron}`,
    '123456789 asked',
    'called from 138–0013–8000',
    'called from 138 · 0013 · 8000',
    'called from 138\u200B0013\u00AD8000',
    'called from ١٣٨٠٠١٣٨٠٠٠',
    '来电一三八零零一三八零零零',
    '来电 一三八-〇〇一三-八〇〇〇',
    '来电一三八、零零一三、八零零零',
    '来电幺三八零零幺三八零零零',
    '来电壹叁捌零零壹叁捌零零零',
    '来电一三八 0013 8000',
    '来电138零零一三8000',
    'called from 138/0013/8000',
    'called from 138_0013_8000',
    'called from 138,0013,8000',
    'called from ①③⑧⓪⓪①③⑧⓪⓪⓪',
    'called from ❶❸❽⓿⓿❶❸❽⓿⓿⓿',
    'called from 𝟏𝟑𝟖𝟎𝟎𝟏𝟑𝟖𝟎𝟎𝟎',
    'ann at example dot com',
    'ann(at)example.com',
    'ann[at]example[dot]com',
    'https://ann:secret@example.com/',
    'https://ann%40example.com/',
    'mailto:ann',
    `paid to ${wallet.tron.slice(0, 9)}\u200B${wallet.tron.slice(9)}`,
  ])('finds personal data in: %s', (text) => expect(hasPersonalData(text)).toBe(true))

  it.each([
    'Lost the phone; proved by two receipts.',
    '二〇二六年十一月二十八日退款一千二百三十四元',
    '一二三四五六',
    '前后一共三四次，第一、第二、第三次都没付',
    'They met at example dot',
    'Paid at 12:30, looked at it twice',
    'The same card as user 123456789, affiliate 987654321',
    '与用户 123456789 同一张卡',
    'Order 1234-5678 was paid twice on 2026-11-28 and 28.11.2026',
    '订单 1234-5678 重复付款',
    'Alipay 2026112822001412341234567890 is not ours',
    `Transaction 0x${'1a'.repeat(32)}`,
    'Gave 1,234,567.89 back',
    'From 2026-11-01–2026-11-28 – twice',
    '',
  ])('finds no personal data in: %j', (text) => expect(hasPersonalData(text)).toBe(false))
})

describe('possible account names in a text', () => {
  it('takes words with more than letters as possible names, with and without their end punctuation', () => {
    expect(possibleNames('Asked by Canary.7f3a, then (lin_88). Nothing else.')).toEqual([
      'canary.7f3a',
      'lin_88',
      'else.',
    ])
  })

  it('does not take user ids, order numbers, dates and amounts as possible names', () => {
    expect(possibleNames('User 123456789, order 7k2m-9x4p and 订单 7k2m-9x4q: 26.80 on 2026-11-28')).toEqual([])
  })
})

describe('account name in a text', () => {
  it.each([
    ['Maria asked for it', 'maria', true],
    ['a note about MARIA.', 'maria', true],
    ['the Canary’s iPhone', 'Canary’s iPhone', true],
    ['marianne asked', 'maria', false],
    ['ａｎｎａ asked', 'anna', true],
    ['(a.b) was lost', 'a.b', true],
    ['axb was lost', 'a.b', false],
    ['ma\u200Bria was here', 'maria', true],
    ['anyone was here', '\u200B\u200B\u200B', false],
  ])('searches %j for the name %j: %s', (text, name, expected) => expect(hasName(text, name)).toBe(expected))
})

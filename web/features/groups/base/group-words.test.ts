import { expect, test } from 'vitest'
import en from '#text/en/site/groups.ts'
import zh from '#text/zh-CN/site/groups.ts'
import { canShare, partOf } from './group-part.ts'
import { groupCard } from './group-card.test-support.ts'
import { joinText, signWords } from './group-words.ts'

test.each([
  [['taken', 'open', 'open'], false],
  [['taken', 'held', 'open'], true],
  [['taken', 'taken', 'open'], true],
] as const)('headline and button of a group with seats %s name one count', (seats, last) => {
  const card = groupCard('open', seats)
  const part = partOf(card, null)
  if (part.kind !== 'join') throw new Error('a seat is open')
  expect(part.last).toBe(last)
  for (const t of [en, zh]) {
    expect(signWords(t, card, false).headline).toBe(t.headline.open(last ? 1 : 2))
    expect(joinText(t, card, part, 'en')).toBe(t.join(last, '$32.90'))
  }
})

test('the creator who paid for everyone is told to send the link, a friend that the seat is free', () => {
  const card = groupCard('finished', ['taken', 'free', 'free'])
  expect(signWords(en, card, true)).toEqual({ headline: en.own.free(2), lead: en.own.freeLead })
  expect(signWords(en, card, false)).toEqual({ headline: en.headline.free(2), lead: en.lead.free('a***e') })
})

test('a link is offered for sharing only while a friend can take a seat', () => {
  expect(canShare(groupCard('open', ['taken', 'held', 'open']))).toBe(true)
  expect(canShare(groupCard('finished', ['taken', 'free']))).toBe(true)
  expect(canShare(groupCard('open', ['taken', 'held']))).toBe(false)
  expect(canShare(groupCard('finished', ['taken', 'taken']))).toBe(false)
  expect(canShare(groupCard('expired', ['over', 'over']))).toBe(false)
})

import { expect, test } from 'vitest'
import en from '#text/en/site/groups.ts'
import zh from '#text/zh-CN/site/groups.ts'
import { groupCard } from '#web/features/groups/base/group-card.test-support.ts'
import type { MyGroup } from '#web/features/groups/base/groups.queries.ts'
import { sampleOrder } from '#web/payment/order.test-support.ts'
import { mySeatWords } from './my-seat-words.ts'

const group = (orders: MyGroup['mine']['orders']): MyGroup => ({
  ...groupCard('open', ['taken', 'held', 'open']),
  mine: {
    isCreator: false,
    listed: false,
    seat: 2,
    state: 'review',
    keptUntil: null,
    membershipExpiresAt: null,
    orders,
    canLeave: false,
    freeableSeats: [],
    restSeats: 0,
    restMinor: 0,
  },
})

const reviewed = (receivedMinor: number) =>
  sampleOrder({ status: 'review', amountMinor: 18_800, currency: 'CNY', receivedMinor, receivedCurrency: 'CNY' })

test('a wrong amount under review is stated with the price, and the buyer is told not to pay again', () => {
  const short = reviewed(18_799)
  expect(mySeatWords(zh, 'zh-CN', group([short]), 0)).toEqual({
    title: '收到 ¥187.99，应付 ¥188.00，正在人工核对。',
    text: zh.mine.review.text(null),
  })
  expect(mySeatWords(en, 'en', group([short]), 0)).toEqual({
    title: 'We received ¥187.99 of ¥188.00 and are checking it.',
    text: en.mine.review.text(null),
  })
})

test('a payment of the right amount under review is stated without sums', () => {
  const right = reviewed(18_800)
  expect(mySeatWords(en, 'en', group([right]), 0).title).toBe(en.mine.review.title)
})

test('a seat that is kept during the review says until when', () => {
  const kept = { ...group([reviewed(18_799)]) }
  const at = { ...kept, mine: { ...kept.mine, keptUntil: Date.UTC(2026, 10, 30, 12) } }
  expect(mySeatWords(en, 'en', at, 0).text).toMatch(
    /Your seat is kept until 30\sNov\s2026, \d+:\d+\. You’ll get it or your money back/,
  )
  expect(mySeatWords(zh, 'zh-CN', at, 0).text).toMatch(/座位给你留到 .*11.*30.*，核对后座位归你，或原路退款/)
})

import { expect, it } from 'vitest'
import { orderOutcomes, orderReasons, orderStatuses } from '#shared/order-outcome.ts'
import english from './en/desk.ts'
import chinese from './zh-CN/desk.ts'

it('order states, reasons and outcomes are translated in both languages', () => {
  const all = [...orderStatuses, ...orderReasons, ...orderOutcomes]
  const isChinese = (text: string | undefined) => /\p{Script=Han}/u.test(text ?? '')
  expect(all.filter((each) => english.words[each] === undefined || !isChinese(chinese.words[each]))).toEqual([])
})

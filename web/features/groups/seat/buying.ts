import { formatMoney } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { Method } from '#shared/method.ts'
import { comma } from '#web/display/comma.ts'
import type { Buying } from '#web/payment/sign-in-sheet.ts'
import type { Terms } from './use-order-seat.ts'

export function buyingOf(
  language: Language,
  what: string,
  { currency, method, totalMinor }: Terms,
  methods: Readonly<Record<Method, string>>,
): Buying {
  const sum = formatMoney({ amountMinor: totalMinor, currency }, language, { whole: true })
  return { what: [what, methods[method]].join(comma(language)), sum, method, isGroup: true }
}

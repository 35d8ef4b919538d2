import type { DayList, UnreadLine } from '#server/modules/payments/settlement-report.rules.ts'
import { BadNotification, ProviderSilent, type Fact, type PaymentProvider } from './port.ts'

/** Maximum amount in minor units, ten billion yuan or dollars: beyond any payment, and small enough for exact sums. */
const maxMinor = 10 ** 12
/** Maximum length of a provider's number. Real numbers are far shorter. */
const maxLength = 300

type Stated = Pick<Fact, 'amount' | 'attemptId' | 'providerTxnId' | 'refundId' | 'disputeId'> & {
  readonly kind: string
  readonly at?: Date
}

const isName = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= maxLength && !value.includes('\0')

/**
 * Part of a provider's statement that cannot be booked, or null. Checked at run time, because a provider may send
 * something other than its types promise.
 */
export function findInvalidPart({
  kind,
  amount,
  attemptId,
  providerTxnId,
  refundId,
  disputeId,
  at,
}: Stated): 'amount' | 'currency' | 'number' | 'time' | null {
  const { amountMinor, currency } = amount
  // A payment of zero is invalid, because free orders never reach a provider.
  const least = kind === 'paid' ? 1 : 0
  if (!Number.isSafeInteger(amountMinor) || amountMinor < least || amountMinor > maxMinor) return 'amount'
  if (typeof currency !== 'string' || !/^[A-Za-z0-9]{0,8}$/.test(currency)) return 'currency'
  if (![attemptId, providerTxnId, refundId ?? '', disputeId ?? ''].every(isName)) return 'number'
  return at instanceof Date && Number.isNaN(at.getTime()) ? 'time' : null
}

const reasons = { amount: 'amount', currency: 'amount', number: 'number', time: 'columns' } as const

/** A report line that cannot be compared is reported as unread, and the others are kept. */
function withoutUnsound(list: DayList): DayList {
  const { lines, unread } = list
  const unsound = lines.flatMap((line, index): UnreadLine[] => {
    const part = findInvalidPart(line)
    return part ? [{ number: index + 1, why: reasons[part] }] : []
  })
  if (unsound.length === 0) return list
  return { ...list, lines: lines.filter((line) => findInvalidPart(line) === null), unread: [...unread, ...unsound] }
}

/**
 * Wraps a provider and rejects its statements that cannot be booked, which would otherwise be retried for ever or
 * booked wrongly. The provider repeats them or is queried again.
 */
export function validateStatements(provider: PaymentProvider): PaymentProvider {
  const refuse = (stated: readonly Stated[], failure: new (message: string) => Error): void => {
    for (const each of stated) {
      const part = findInvalidPart(each)
      if (part !== null) throw new failure(`a statement whose ${part} is none`)
    }
  }
  const answered = <T extends readonly Stated[]>(stated: T): T => (refuse(stated, ProviderSilent), stated)
  const alone = <T extends string>(stated: Fact | T): Fact | T =>
    typeof stated === 'string' ? stated : (answered([stated]), stated)
  const { listDisputes, listSettled } = provider
  return {
    ...provider,
    parseNotification(request) {
      const notification = provider.parseNotification(request)
      refuse(notification.facts, BadNotification)
      return notification
    },
    async query(ref) {
      const found = await provider.query(ref)
      return found === 'not_found' ? found : answered(found)
    },
    refund: async (request) => alone(await provider.refund(request)),
    queryRefund: async (request) => alone(await provider.queryRefund(request)),
    ...(listDisputes && { listDisputes: async (since: Date) => answered(await listDisputes(since)) }),
    ...(listSettled && {
      async listSettled(day: string): Promise<DayList | 'not_ready'> {
        const list = await listSettled(day)
        return list === 'not_ready' ? list : withoutUnsound(list)
      },
    }),
  }
}

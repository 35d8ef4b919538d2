import { AppError } from '#shared/errors.ts'
import { callingCodeOf } from '#shared/phone.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { returnSlots, consumeSlots } from '#server/modules/limits/limits.service.ts'
import { networkShares } from '#server/modules/sms-budget/sms-budget.rules.ts'
import { countRefusal, consumeSms } from '#server/modules/sms-budget/sms-budget.service.ts'
import type { Caller, IdentityDeps } from '#server/deps/identity-deps.ts'

/**
 * Counts one SMS to this number (E.164) against the day's budget. Throws `SmsBudgetSpent` beyond it; the first time in a
 * day and country that leaves a row in the audit log, for the operator to see. Mail is not touched by it. One network
 * has a share of a budget, beyond which it is refused with `TooManyRequests`: no few addresses spend what is for a country.
 */
export async function spendSms(
  { database, digest, smsBudget }: Pick<IdentityDeps, 'database' | 'digest' | 'smsBudget'>,
  phone: string,
  purpose: 'register' | 'reset' | 'bind',
  { network, widths = [network], isExit = false }: Pick<Caller, 'network' | 'widths' | 'isExit'>,
): Promise<void> {
  const country = callingCodeOf(phone)
  const slots = networkShares(smsBudget, country, widths, isExit).map(
    ({ subject, max }) => ({ rule: 'sms-network', subject, max }) as const,
  )
  const { taken, full, wait } = await consumeSlots(database, digest, slots)
  if (full.length > 0) {
    await returnSlots(database, digest, taken)
    throw new AppError('TooManyRequests', {}, { retryAfterSeconds: wait })
  }
  if (await consumeSms(database, smsBudget, country, purpose === 'reset')) return
  await database.transaction(async (tx) => {
    if (!(await countRefusal(tx, country))) return
    const subject = `SMS to +${country}`
    await recordAction(tx, { operator: 'system', action: 'sms budget spent', subject, details: { purpose, smsBudget } })
  })
  throw new AppError('SmsBudgetSpent', {}, { retryAfterSeconds: 3_600 })
}

import { AppError } from '#shared/errors.ts'
import { callingCodeOf } from '#shared/phone.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { returnSlots, consumeSlots } from '#server/modules/limits/limits.service.ts'
import { networkShares } from '#server/modules/sms-budget/sms-budget.rules.ts'
import { countRefusal, consumeSms } from '#server/modules/sms-budget/sms-budget.service.ts'
import type { Caller, IdentityDeps } from '#server/deps/identity-deps.ts'

/**
 * Counts one SMS to a phone number (E.164) against the daily budget of its country; the first rejection per day and
 * country writes an audit row. One network may use only a share of the budget, so that a single attacker cannot spend
 * it all. Throws `SmsBudgetSpent`, `TooManyRequests`.
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

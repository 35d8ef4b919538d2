import { AppError } from '#shared/errors.ts'
import { callingCodeOf } from '#shared/phone.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { countRefusal, takeSms } from '#server/modules/sms-budget/sms-budget.service.ts'
import type { IdentityDeps } from './identity-deps.ts'

/**
 * Counts one SMS to this number (E.164) against the day's budget. Throws `SmsBudgetSpent` beyond it; the first time in a
 * day and country that leaves a row in the audit log, for the operator to see. Mail is not touched by it.
 */
export async function spendSms(
  { database, smsBudget }: Pick<IdentityDeps, 'database' | 'smsBudget'>,
  phone: string,
  purpose: 'register' | 'reset' | 'bind',
): Promise<void> {
  const country = callingCodeOf(phone)
  if (await takeSms(database, smsBudget, country, purpose === 'reset')) return
  await database.transaction(async (tx) => {
    if (!(await countRefusal(tx, country))) return
    const subject = `SMS to +${country}`
    await recordAction(tx, { operator: 'system', action: 'sms budget spent', subject, details: { purpose, smsBudget } })
  })
  throw new AppError('SmsBudgetSpent', {}, { retryAfterSeconds: 3_600 })
}

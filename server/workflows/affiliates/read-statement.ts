import type { affiliateCalls } from '#shared/contract/affiliate.ts'
import type { Input, Output } from '#shared/contract/call.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { listLinesOfPayout } from '#server/modules/payouts/commissions.service.ts'
import { findPayoutLine } from '#server/modules/payouts/payouts.queries.ts'
import { dueIn } from '#server/modules/payouts/reserves.rules.ts'
import type { Database } from '#server/platform/database.ts'
import { readCursor } from './describe-invites.ts'
import { isUuid, presentCommission, presentPayout, requireAffiliate } from './list-commissions.ts'

type Statement = (typeof affiliateCalls)['/api/system/system_affiliate_statement']

/**
 * Statement of a payout: its commissions. A cancelled payout has none. Throws `NotFound` for unknown payouts and for
 * those of other affiliates alike.
 */
export const readStatement = (
  database: Database,
  userId: string,
  { id, before, limit = 50 }: Input<Statement>,
  language: Language,
): Promise<Output<Statement>> =>
  database.transaction(async (tx) => {
    await requireAffiliate(tx, userId)
    const payout = isUuid(id) ? await findPayoutLine(tx, userId, id) : undefined
    if (!payout) throw new AppError('NotFound')
    const found = await listLinesOfPayout(tx, { affiliateId: userId, settlementId: id }, readCursor(before), limit + 1)
    const page = found.slice(0, limit)
    return {
      settlement: presentPayout(payout),
      list: page.map((line) => ({
        ...presentCommission(line, language),
        dueMinor: dueIn(id, line),
        isReserve: line.settlementId !== id,
      })),
      next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
    }
  })

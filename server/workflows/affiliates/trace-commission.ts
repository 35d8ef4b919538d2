import { reviewReasonText } from '#shared/risk-rules.ts'
import type { Output } from '#shared/contract/call.ts'
import type { affiliateCalls } from '#shared/contract/affiliate.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { findLine } from '#server/modules/payouts/commissions.service.ts'
import { listOfOrder } from '#server/modules/payouts/commissions.queries.ts'
import { findOrder } from '#server/modules/orders/orders.queries.ts'
import { readPaymentOutcome } from '#server/modules/payments/read-money.ts'
import { findProfile } from '#server/modules/accounts/accounts.queries.ts'
import { findReferral } from '#server/modules/referrals/referrals.queries.ts'
import { findPayout } from '#server/modules/payouts/payouts.queries.ts'
import type { Database } from '#server/platform/database.ts'
import { isUuid, presentCommission, presentPayout, requireAffiliate } from './list-commissions.ts'

type Trace = Output<(typeof affiliateCalls)['/api/system/system_affiliate_trace']>

/**
 * Traces a commission from the visit to the payout, as recorded at the time. Throws `NotFound` for unknown commissions
 * and for those of other affiliates alike.
 */
export const traceCommission = (database: Database, userId: string, id: string, language: Language): Promise<Trace> =>
  database.transaction(async (tx) => {
    await requireAffiliate(tx, userId)
    const line = isUuid(id) ? await findLine(tx, userId, id) : undefined
    const order = line && (await findOrder(tx, line.orderId))
    if (!line || !order) throw new AppError('NotFound')
    // The recorded visit no longer explains the commission if the customer's inviter was corrected.
    const now = await findReferral(tx, line.referredId)
    const referral = now?.inviterId === userId ? now : undefined
    const signedUpAt = referral?.referredAt ?? (await findProfile(tx, line.referredId))?.createdAt ?? order.createdAt
    const rows = await listOfOrder(tx, order.id)
    const { keptMinor } = await readPaymentOutcome(tx, order)
    const settlement = line.settlementId === null ? undefined : await findPayout(tx, line.settlementId)
    const campaign = line.slug || null
    return {
      commission: presentCommission(line, language),
      visit: referral?.visitedAt ? { at: referral.visitedAt.getTime(), campaign } : null,
      signUp: { at: signedUpAt.getTime(), referredUid: line.uid, campaign },
      order: {
        number: order.number,
        package: order.productNames[language],
        paidAt: (order.paidAt ?? order.createdAt).getTime(),
        amountMinor: order.totalMinor,
        currency: order.currency,
        refundedMinor: order.totalMinor - keptMinor,
      },
      rate: {
        termsVersion: line.termsVersion,
        tier: line.tier,
        rateBps: line.rateBps,
        usdPerUnitMicros: line.usdMicros,
      },
      hold: {
        until: line.heldUntil.getTime(),
        over: line.heldUntil <= tx.now,
        review: reviewReasonText(line.reviewReason, language),
      },
      reversals: rows
        .filter(({ reverses }) => reverses !== null)
        .map(({ bookedAt, amountMinor }) => ({ at: bookedAt.getTime(), amountMinor })),
      settlement: settlement ? presentPayout({ ...settlement, takenBackMinor: 0 }) : null,
    }
  })

import { money } from '#shared/money.ts'
import { beginUndoing } from '#server/modules/payouts/draw-up.queries.ts'
import { listFilesOf } from '#server/modules/payouts/files.queries.ts'
import { findPayout, type Payout } from '#server/modules/payouts/payouts.queries.ts'
import type { ActDeps, PartsAct } from '#server/platform/act.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { PayoutSearch } from '#server/workflows/crypto/check-payout.ts'
import { namesOf, type MadeFile } from './payout-file.ts'
import { lockPayoutWithAffiliate, PayoutRefused } from './lock-payout.ts'
import { freeCommissions } from './undo-payout.ts'
import { sentence } from '#text/sentence.ts'

const step = 1_000

/** Result of searching the blockchain for the payout; null if no search was needed or no node is configured. */
type CancelLook = 'none' | 'incomplete' | null

/**
 * Cancels an unpaid payout; its commissions go into the next payout. An approved payout may already have been sent, so
 * the operator must state that it was not, and the blockchain is searched if a node is configured. Works in bounded
 * transactions; an interrupted run can be restarted.
 */
export const createCancellation = (searchOf: (deps: ActDeps) => Promise<PayoutSearch>): PartsAct<'payouts.cancel'> => ({
  async parts(database, { id, reason, notSent = false, files = [] }, operator, deps) {
    const seen = await findPayout(database, id)
    // Queries the blockchain outside the database transaction, because it may be slow.
    const look = seen?.state === 'approved' ? await lookForPayout(await searchOf(deps), seen, notSent) : null
    const amountMinor = await deps.part(async (own) => {
      const minor = await own.transaction(async (tx) => {
        const { payout } = await lockPayoutWithAffiliate(tx, id)
        const { state } = payout
        if (state === 'undoing') return payout.amountMinor
        if (state !== seen?.state || (state !== 'prepared' && state !== 'approved'))
          throw new PayoutRefused(sentence('payout.notCancellable', { state: sentence(`state.${state}`) }))
        const filed = await listFilesOf(tx, id)
        const named = new Set(files.map((name) => name.trim()))
        if (filed.some(({ name }) => !named.has(name))) throw new PayoutRefused(filedText(filed))
        await beginUndoing(tx, id, { by: operator, reason })
        await notifyGivenUp(tx, payout)
        const inFiles = filed.length > 0 && { files: filed.map(({ name }) => name) }
        const details = { reason, was: state, ...(state === 'approved' && { isNotSent: notSent, look, ...inFiles }) }
        await deps.audit(tx, `settlement ${id}`, details)
        return payout.amountMinor
      })
      await freeCommissions(own, id, step)
      return minor
    })
    return { ok: true, value: { amount: money(amountMinor, 'USD'), look } }
  },
})

const notifyGivenUp = (tx: Transaction, { id, affiliateId: userId, amountMinor, period }: Payout) => {
  const about = { payoutId: id, period: period.slice(0, 7), amountMinor, currency: 'USD' } as const
  const facts = { ...about, at: tx.now.toISOString() }
  return notifyPeople(tx, [{ userId, event: `aff-cancelled:${id}`, template: 'aff-cancelled', facts }])
}

const filedText = (filed: readonly MadeFile[]) => sentence('payout.isInFiles', { listed: namesOf(filed) })

async function lookForPayout(search: PayoutSearch, payout: Payout, isNotSent: boolean): Promise<CancelLook> {
  const { chain, address, amountMinor, approvedAt } = payout
  if (!isNotSent) throw new PayoutRefused('payout.maybeSent')
  if (!chain || !address || !approvedAt) return null
  const found = await search({ chain, address, amountMinor, approvedAt })
  if (found === 'unreachable') throw new PayoutRefused('network.noNodeAnswers')
  if (found !== null && typeof found === 'object')
    throw new PayoutRefused(sentence('payout.looksSent', { address, hash: found.found }))
  return found
}

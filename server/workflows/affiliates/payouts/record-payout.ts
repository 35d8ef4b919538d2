import { money } from '#shared/money.ts'
import { bookPayout } from '#server/modules/ledger/ledger.service.ts'
import { HashTaken, recordPayout } from '#server/modules/payouts/payouts.service.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import type { PersonMessage } from '#server/modules/outbox/customer-messages.rules.ts'
import { findPayout, listByHash, type Payout } from '#server/modules/payouts/payouts.queries.ts'
import {
  isRecordable,
  type CheckedPayout,
  type OnChain,
  type PayoutCheck,
  type PayoutFinding,
} from '#server/modules/payouts/payout-check.ts'
import { addressKey, readTransactionHash } from '#server/modules/payouts/payouts.rules.ts'
import { done, type ActDeps, type Acting, type LookAct } from '#server/platform/act.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { lockPayoutWithAffiliate, requireState, type LockedPayout, PayoutRefused } from './lock-payout.ts'
import { faultText } from './manage-payouts.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

export const usedElsewhere = sentence('transaction.usedByPayout')
export const lookRefusals: Readonly<Record<Exclude<PayoutFinding, OnChain>, Sentence>> = {
  absent: sentence('transaction.unknown'),
  early: sentence('transaction.notFinal'),
  different: sentence('transaction.paysOther'),
  stale: sentence('transaction.beforeApproval'),
  contradicted: sentence('transaction.disputed'),
  unreachable: sentence('network.noNodeAnswers'),
}

/**
 * True if the blockchain contradicts the recorded transaction. The record may then be replaced; the ledger entry stays.
 */
const isDenied = ({ onChain }: Payout): boolean => onChain === 'mismatch'
const requirePayable = (payout: Payout | undefined): Payout =>
  payout && isDenied(payout) ? payout : requireState(payout, 'approved')

export type LookedUp = { readonly hash: string; readonly onChain: OnChain; readonly transferIndex: number | null }

/**
 * Checks whether a blockchain transaction contains a transfer to this payout that pays no other payout; null if the
 * transfer, or without a blockchain node its hash, belongs to another one. `alsoTaken`: transfers that are about to be recorded. Throws `PayoutRefused` for an
 * invalid hash.
 */
export async function lookUpTransaction(
  database: Queryable,
  check: PayoutCheck,
  { id, chain, address, amountMinor, approvedAt, batchId }: Payout,
  typed: string,
  alsoTaken: readonly number[] = [],
): Promise<(CheckedPayout & { readonly hash: string }) | null> {
  const hash = chain && readTransactionHash(chain, typed)
  if (!chain || !address || !approvedAt || !hash)
    throw new PayoutRefused(sentence('transaction.badHashOf', { chain: chain ?? 'a chain' }))
  const others = (await listByHash(database, hash)).filter((each) => each.id !== id)
  const unseen = others.filter(({ transferIndex }) => transferIndex === null)
  // A payout to the same wallet address that was recorded without a check may have used the only transfer.
  if (unseen.some((each) => each.address !== null && addressKey(each.address) === addressKey(address))) return null
  const taken = [...others.flatMap(({ transferIndex }) => transferIndex ?? []), ...alsoTaken]
  const stated = { chain, hash, address, amountMinor, approvedAt }
  const found = await check({ ...stated, taken })
  // Searches again among all transfers, to see whether the matching one belongs to another payout.
  if (found.finding === 'different' && taken.length > 0 && (await check(stated)).finding === 'confirmed') return null
  // Without a blockchain node, only payouts of one batch may share a blockchain transaction.
  const isAlone = others.every((each) => batchId !== null && each.batchId === batchId)
  return found.finding === 'not_checked' && !isAlone ? null : { ...found, hash }
}

export async function recordHeld(tx: Transaction, { payout }: LockedPayout, paid: LookedUp, operator: Acting) {
  const { id, amountMinor } = payout
  const replaces = isDenied(payout)
  await recordPayout(tx, id, { ...paid, by: operator, replaces }).catch((error: unknown) => {
    throw error instanceof HashTaken ? new PayoutRefused(usedElsewhere) : error
  })
  await bookPayout(tx, { id, amountMinor })
  // Records the blockchain transaction of a payout and checks it if a node is configured. Rejects invalid hashes and
  // transfers of other payouts or amounts. Rejects payouts with a fault, such as a lower amount due than was approved,
  // unless the operator states in `sentBefore` that the money was already sent.
  if (!replaces) await notifyPeople(tx, [payoutSent(payout, paid.hash)])
}

/**
 * Records the blockchain transaction of a payout and checks it if a node is configured. Rejects invalid hashes,
 * transfers of other payouts or amounts, and payouts whose amount due fell since approval, unless the operator states
 * in `sentBefore` that the money was already sent.
 */
export const createPayoutRecord = (
  checkOf: (deps: ActDeps) => Promise<PayoutCheck>,
): LookAct<'payouts.paid', LookedUp> => ({
  async look(database, { id, hash: typed }, _operator, deps) {
    const payout = requirePayable(await findPayout(database, id))
    const found = await lookUpTransaction(database, await checkOf(deps), payout, typed)
    if (found === null) throw new PayoutRefused(usedElsewhere)
    const { hash, finding, transferIndex } = found
    if (!isRecordable(finding)) throw new PayoutRefused(lookRefusals[finding])
    return { hash, onChain: finding, transferIndex }
  },
  async act(tx, { id, sentBefore }, operator, _deps, paid) {
    const held = await lockPayoutWithAffiliate(tx, id)
    const payout = requirePayable(held.payout)
    const { amountMinor, transactionHash } = payout
    const { hash, onChain } = paid
    const replaces = isDenied(payout)
    // Accepts faults if this only replaces the transaction of a payout that was recorded before.
    if (held.fault && !replaces && sentBefore === undefined)
      throw new PayoutRefused(sentence('payout.recordAsSent', { fault: faultText(held, held.fault) }))
    await recordHeld(tx, held, paid, operator)
    const details = {
      hash,
      onChain,
      amountMinor,
      ...(replaces && { replaces: transactionHash }),
      ...(held.fault && sentBefore !== undefined && { sentBefore, netMinor: held.netMinor, fault: held.fault }),
    }
    const seen = onChain === 'confirmed' ? sentence('payout.checked') : sentence('payout.notChecked')
    return done({ amount: money(amountMinor, 'USD'), hash, onChain, seen }, `settlement ${id}`, details)
  },
})

const payoutSent = ({ id, affiliateId, amountMinor, period, chain, address }: Payout, hash: string): PersonMessage => ({
  userId: affiliateId,
  event: `payout:${id}`,
  template: 'aff-payout',
  facts: {
    payoutId: id,
    amountMinor,
    currency: 'USD',
    period: period.slice(0, 7),
    chain: chain ?? '',
    addressEnd: address?.slice(-4) ?? '',
    transactionHash: hash,
  },
})

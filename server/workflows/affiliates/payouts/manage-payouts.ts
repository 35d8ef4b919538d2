import { formatMoney, money } from '#shared/money.ts'
import { bookPayout } from '#server/modules/ledger/ledger.service.ts'
import { approvePayout, HashTaken, recordPayout } from '#server/modules/payouts/payouts.service.ts'
import { tellPeople } from '#server/modules/outbox/outbox.service.ts'
import type { PersonMessage } from '#server/modules/outbox/people-messages.rules.ts'
import { findByHash, findPayout, type Payout } from '#server/modules/payouts/payouts.queries.ts'
import {
  isRecordable,
  type OnChain,
  type PayoutCheck,
  type PayoutFinding,
} from '#server/modules/payouts/payout-check.ts'
import { addressKey, readTransactionHash } from '#server/modules/payouts/payouts.rules.ts'
import { done, type Act, type ActDeps, type Acting, type LookAct } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { lockPayoutWithAffiliate, requireState, type LockedPayout } from './lock-payout.ts'
import { PayoutRefused } from './payout-refused.ts'

const dollars = (minor: number) => formatMoney(money(minor, 'USD'), 'en')

/** Why a settlement does not go on, as a sentence. */
export function faultText({ payout, affiliate, fault, netMinor: net, sharers }: LockedPayout): string | null {
  if (fault === 'suspended') return 'This affiliate is suspended: nothing is approved or paid.'
  if (fault === 'refunded')
    return `Of ${dollars(payout.amountMinor)} only ${dollars(net)} are still owed after refunds. Cancel this settlement and prepare the month anew.`
  if (fault === 'payout_address_shared')
    return `Several affiliates are paid to this address: ${sharers.join(', ')}. Nothing goes there before someone allows it with "payouts allow-address".`
  return fault === null || affiliate.payoutRestsUntil === null
    ? null
    : `The payout address was changed: nothing is approved before ${affiliate.payoutRestsUntil.toISOString().slice(0, 16).replace('T', ' ')} UTC.`
}

/** What stands against an approval by this operator, to the address that they name; null: nothing. */
export function findApprovalFault(held: LockedPayout, named: string, operator: Acting): string | null {
  const { preparedById } = requireState(held.payout, 'prepared')
  if (preparedById === null)
    return 'This settlement is from before operators had accounts: cancel it and prepare it anew.'
  if (preparedById === operator.id) return 'You prepared this settlement: another operator approves it.'
  const { payoutChain, payoutAddress } = held.affiliate
  if (!payoutChain || !payoutAddress) return 'This affiliate has not said yet where to be paid.'
  if (addressKey(payoutAddress) !== addressKey(named.trim()))
    return `The payout address is ${payoutAddress} by now, and not the one that you named.`
  return faultText(held)
}

/** A second operator's yes, to the address that they name: the settlement is paid there, whatever the affiliate says since. */
export const approvePayoutOf: Act<'payouts.approve'> = async (tx, { id, address: named }, operator) => {
  const held = await lockPayoutWithAffiliate(tx, id)
  const fault = findApprovalFault(held, named, operator)
  if (fault !== null) throw new PayoutRefused(fault)
  const { chain, address, amountMinor } = await approveHeld(tx, held, operator)
  return done({ amount: money(amountMinor, 'USD'), chain, address }, `settlement ${id}`, {
    chain,
    address,
    amountMinor,
  })
}

/** Approves what nothing stands against. */
export async function approveHeld(tx: Transaction, { payout, affiliate }: LockedPayout, operator: Acting) {
  const { payoutChain: chain, payoutAddress: address } = affiliate
  if (!chain || !address || !(await approvePayout(tx, payout.id, { by: operator, chain, address })))
    throw new PayoutRefused('Someone decided about this settlement a moment ago.')
  return { chain, address, amountMinor: payout.amountMinor }
}

const usedElsewhere = 'This transaction is recorded for another settlement.'
const refusals: Readonly<Record<Exclude<PayoutFinding, OnChain>, string>> = {
  absent: 'No node knows this transaction. Check the hash, or try again in a minute.',
  early: 'This transaction is not final on its chain yet. Try again later.',
  different: 'This transaction failed, or pays another address, another token, or less.',
  stale: 'This transaction was made before the settlement was approved: it paid something else.',
  contradicted: 'The nodes contradict each other about this transaction. Look at it by hand, and try again later.',
  unreachable: 'No node of this chain answers. Try again later.',
}

/** Paid by a transaction that the chain denies: another one can be named in its place. A settlement is booked once. */
const isDenied = ({ onChain }: Payout): boolean => onChain === 'mismatch'
const requirePayable = (payout: Payout | undefined): Payout =>
  payout && isDenied(payout) ? payout : requireState(payout, 'approved')

type LookedUp = { readonly hash: string; readonly onChain: OnChain }

/**
 * Records the transaction that paid a settlement: looked up on chain first where a node is configured, and booked. Refused
 * for a hash that is none, was used, or pays something else, and where less is owed by now than was approved.
 */
export const createPayoutRecord = (
  checkOf: (deps: ActDeps) => Promise<PayoutCheck>,
): LookAct<'payouts.paid', LookedUp> => ({
  async look(database, { id, hash: typed }, _operator, deps) {
    const { chain, address, amountMinor, approvedAt } = requirePayable(await findPayout(database, id))
    const hash = chain && readTransactionHash(chain, typed)
    if (!chain || !address || !approvedAt || !hash)
      throw new PayoutRefused(`This is no transaction hash of ${chain ?? 'a chain'}.`)
    const known = await findByHash(database, hash)
    if (known && known.id !== id) throw new PayoutRefused(usedElsewhere)
    const check = await checkOf(deps)
    const onChain = await check({ chain, hash, address, amountMinor, approvedAt })
    if (!isRecordable(onChain)) throw new PayoutRefused(refusals[onChain])
    return { hash, onChain }
  },
  async act(tx, { id, sentBefore }, operator, _deps, { hash, onChain }) {
    const held = await lockPayoutWithAffiliate(tx, id)
    const payout = requirePayable(held.payout)
    const { amountMinor, transactionHash } = payout
    const replaces = isDenied(payout)
    // What is recorded already stays so: only its transaction is mended.
    if (held.fault && !replaces && sentBefore === undefined)
      throw new PayoutRefused(`${faultText(held)} ${sentBeforeHint}`)
    await recordPayout(tx, id, { hash, onChain, by: operator, replaces }).catch((error: unknown) => {
      throw error instanceof HashTaken ? new PayoutRefused(usedElsewhere) : error
    })
    await bookPayout(tx, { id, amountMinor })
    // Only a transaction that the chain denied is replaced: the money was announced then.
    if (!replaces) await tellPeople(tx, [payoutSent(payout, hash)])
    const details = {
      hash,
      onChain,
      amountMinor,
      ...(replaces && { replaces: transactionHash }),
      ...(held.fault && sentBefore !== undefined && { sentBefore, netMinor: held.netMinor, fault: held.fault }),
    }
    const seen = onChain === 'confirmed' ? 'checked on its chain' : notChecked
    return done({ amount: money(amountMinor, 'USD'), hash, onChain, seen }, `settlement ${id}`, details)
  },
})
const notChecked = 'not checked: no node is configured for its chain; it is looked up once one is'
const sentBeforeHint =
  'If the money has left already, record it with the reason ({sentBefore}): what went back is then a debt of the affiliate.'

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

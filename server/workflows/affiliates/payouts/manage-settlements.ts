import { formatMoney, money } from '#shared/money.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { bookPayout } from '#server/modules/ledger/ledger.service.ts'
import { HashTaken, approveSettlement, recordPayout } from '#server/modules/settlements/settlements.service.ts'
import { findByHash, findSettlement, type Settlement } from '#server/modules/settlements/settlements.queries.ts'
import {
  isRecordable,
  type OnChain,
  type PayoutCheck,
  type PayoutFinding,
} from '#server/modules/settlements/payout-check.ts'
import { readTransactionHash } from '#server/modules/settlements/settlements.rules.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import { holdSettlement, requireState, type HeldSettlement } from './hold-settlement.ts'
import { SettlementRefused } from './settlement-refused.ts'

const audit = (tx: Transaction, operator: Operator, action: string, id: string, details: object) =>
  recordAction(tx, { operator, action, subject: `settlement ${id}`, details })

const dollars = (minor: number) => formatMoney(money(minor, 'USD'), 'en')
const faultText = ({ settlement, fault, netMinor: net }: HeldSettlement): string =>
  fault === 'suspended'
    ? 'This affiliate is suspended: nothing is approved or paid.'
    : `Of ${dollars(settlement?.amountMinor ?? 0)} only ${dollars(net)} are still owed after refunds. Cancel this settlement and prepare the month anew.`

/** Whether it could be approved by this operator, and what would be paid where. Throws SettlementRefused. */
async function planApproval(tx: Transaction, id: string, operator: Operator) {
  const held = await holdSettlement(tx, id)
  const settlement = requireState(held.settlement, 'prepared')
  if (settlement.preparedById === null)
    throw new SettlementRefused('This settlement is from before operators had accounts: cancel it and prepare it anew.')
  if (settlement.preparedById === operator.id)
    throw new SettlementRefused('You prepared this settlement: another operator approves it.')
  if (held.fault) throw new SettlementRefused(faultText(held))
  const { payoutChain: chain, payoutAddress: address } = held.affiliate
  if (!chain || !address) throw new SettlementRefused('This affiliate has not said yet where to be paid.')
  return { settlement, chain, address }
}

export const previewApproval = (database: Database, id: string, operator: Operator) =>
  database.transaction((tx) => planApproval(tx, id, operator))

/** A second operator's yes; from then on it is paid to the address that stands now. */
export const approvePreparedSettlement = (database: Database, id: string, operator: Operator) =>
  database.transaction(async (tx) => {
    const plan = await planApproval(tx, id, operator)
    const { settlement, chain, address } = plan
    if (!(await approveSettlement(tx, id, { by: operator, chain, address })))
      throw new SettlementRefused('Somebody decided about this settlement a moment ago.')
    await audit(tx, operator, 'settlement-approve', id, { chain, address, amountMinor: settlement.amountMinor })
    return plan
  })

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
const isDenied = ({ onChain }: Settlement): boolean => onChain === 'mismatch'
const requirePayable = (settlement: Settlement | undefined): Settlement =>
  settlement && isDenied(settlement) ? settlement : requireState(settlement, 'approved')

export type PayoutRecord = {
  readonly id: string
  readonly hash: string
  readonly operator: Operator
  readonly dryRun?: boolean
  /**
   * Why it is recorded although less is owed by now, or the affiliate was suspended: the money had left before. What went
   * back is a debt that the next settlements are less by.
   */
  readonly sentBefore?: string | undefined
}

/**
 * Records that an approved settlement was paid, with its transaction: looked up on chain first where a node is
 * configured, and booked. Throws SettlementRefused for a hash that is none, was used, or pays something else, and where
 * less is owed by now than was approved.
 */
export async function recordSettlementPayout(
  database: Database,
  check: PayoutCheck,
  { id, hash: typed, operator, dryRun = false, sentBefore }: PayoutRecord,
): Promise<{ hash: string; onChain: OnChain; amountMinor: number }> {
  const approved = requirePayable(await findSettlement(database, id))
  const { chain, address, amountMinor, approvedAt } = approved
  const hash = chain && readTransactionHash(chain, typed)
  if (!chain || !address || !approvedAt || !hash)
    throw new SettlementRefused(`This is no transaction hash of ${chain ?? 'a chain'}.`)
  const known = await findByHash(database, hash)
  if (known && known.id !== id) throw new SettlementRefused(usedElsewhere)
  // The chain is asked before, and outside, the transaction.
  const onChain = await check({ chain, hash, address, amountMinor, approvedAt })
  if (!isRecordable(onChain)) throw new SettlementRefused(refusals[onChain])
  const record = async (tx: Transaction) => {
    const held = await holdSettlement(tx, id)
    const settlement = requirePayable(held.settlement)
    const replaces = isDenied(settlement)
    // What is recorded already stays so: only its transaction is mended.
    if (held.fault && !replaces && sentBefore === undefined)
      throw new SettlementRefused(`${faultText(held)} ${sentBeforeHint}`)
    if (dryRun) return { hash, onChain, amountMinor }
    await recordPayout(tx, id, { hash, onChain, by: operator, replaces })
    await bookPayout(tx, { id, amountMinor: settlement.amountMinor })
    const before = replaces ? { replaces: settlement.transactionHash } : {}
    const despite =
      held.fault && sentBefore !== undefined ? { sentBefore, netMinor: held.netMinor, fault: held.fault } : {}
    await audit(tx, operator, 'settlement-paid', id, { hash, onChain, amountMinor, ...before, ...despite })
    return { hash, onChain, amountMinor }
  }
  return database.transaction(record).catch((error: unknown) => {
    throw error instanceof HashTaken ? new SettlementRefused(usedElsewhere) : error
  })
}
const sentBeforeHint =
  'If the money has left already, record it with the reason (--sent-before): what went back is then a debt of the affiliate.'

import { findAffiliate } from '#server/modules/affiliates/affiliates.service.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { bookPayout } from '#server/modules/ledger/ledger.service.ts'
import {
  approveSettlement,
  cancelSettlement,
  findByHash,
  findSettlement,
  HashTaken,
  isRecordable,
  lockSettlement,
  periodEnd,
  prepareBatch,
  previewRun,
  readTransactionHash,
  recordPayout,
  type OnChain,
  type PayoutCheck,
  type PayoutFinding,
  type Settlement,
} from '#server/modules/settlements/settlements.service.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'

/** Why a settlement cannot go on; the operator reads the sentence. */
export class SettlementRefused extends Error {}

export type RunResult = { readonly settlements: number; readonly amountMinor: number }

const firstId = '00000000-0000-0000-0000-000000000000'

async function readRun(database: Database, period: string) {
  const until = periodEnd(period)
  const { affiliateTerms } = await readSettings(database)
  const { now } = await database.transaction(async (tx) => ({ now: tx.now }))
  if (until > now)
    throw new SettlementRefused(`This month is not over yet; it can be closed from ${until.toISOString()}.`)
  return { period, until, minPayoutMinor: affiliateTerms.minPayoutMinor }
}

/** What `prepareSettlements` would draw up. */
export async function previewSettlements(database: Database, period: string): Promise<RunResult> {
  const { affiliates, amountMinor } = await previewRun(database, await readRun(database, period))
  return { settlements: affiliates, amountMinor }
}

/**
 * Closes a month: draws up a settlement for every affiliate whose payable commissions come to the minimum. Runs in
 * batches, each a transaction with its audit row; run again it adds nothing. `period`: the month's first day.
 */
export async function prepareSettlements(
  database: Database,
  { period, operator, batchSize = 5_000 }: { period: string; operator: Operator; batchSize?: number },
): Promise<RunResult> {
  const run = { ...(await readRun(database, period)), preparedBy: operator, limit: batchSize }
  let after = firstId
  const result = { settlements: 0, amountMinor: 0 }
  for (;;) {
    const batch = await database.transaction(async (tx) => {
      const made = await prepareBatch(tx, { ...run, after })
      const details = { period, from: after, settlements: made.made, amountMinor: made.amountMinor }
      if (made.made > 0)
        await recordAction(tx, { operator, action: 'settlement-prepare', subject: `settlements of ${period}`, details })
      return made
    })
    result.settlements += batch.made
    result.amountMinor += batch.amountMinor
    if (batch.last === null || batch.candidates < batchSize) return result
    after = batch.last
  }
}

const requireState = (settlement: Settlement | undefined, state: Settlement['state']): Settlement => {
  if (!settlement) throw new SettlementRefused('There is no such settlement.')
  if (settlement.state !== state) throw new SettlementRefused(`This settlement is ${settlement.state}, not ${state}.`)
  return settlement
}

const audit = (tx: Transaction, operator: Operator, action: string, id: string, details: object) =>
  recordAction(tx, { operator, action, subject: `settlement ${id}`, details })

/** Whether it could be approved by this operator, and what would be paid where. Throws SettlementRefused. */
async function planApproval(tx: Transaction, id: string, operator: Operator) {
  const settlement = requireState(await lockSettlement(tx, id), 'prepared')
  if (settlement.preparedById === null)
    throw new SettlementRefused('This settlement is from before operators had accounts: cancel it and prepare it anew.')
  if (settlement.preparedById === operator.id)
    throw new SettlementRefused('You prepared this settlement: another operator approves it.')
  const affiliate = await findAffiliate(tx, settlement.affiliateId)
  if (affiliate?.state !== 'approved') throw new SettlementRefused('This affiliate is suspended.')
  const { payoutChain: chain, payoutAddress: address } = affiliate
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

/**
 * Records that an approved settlement was paid, with its transaction: looked up on chain first where a node is
 * configured, and booked. Throws SettlementRefused for a hash that is none, was used, or pays something else.
 */
export async function recordSettlementPayout(
  database: Database,
  check: PayoutCheck,
  { id, hash: typed, operator, dryRun = false }: { id: string; hash: string; operator: Operator; dryRun?: boolean },
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
  if (dryRun) return { hash, onChain, amountMinor }
  const record = async (tx: Transaction) => {
    const settlement = requirePayable(await lockSettlement(tx, id))
    const replaces = isDenied(settlement)
    await recordPayout(tx, id, { hash, onChain, by: operator, replaces })
    await bookPayout(tx, { id, amountMinor: settlement.amountMinor })
    const before = replaces ? { replaces: settlement.transactionHash } : {}
    await audit(tx, operator, 'settlement-paid', id, { hash, onChain, amountMinor, ...before })
    return { hash, onChain, amountMinor }
  }
  return database.transaction(record).catch((error: unknown) => {
    throw error instanceof HashTaken ? new SettlementRefused(usedElsewhere) : error
  })
}

/** Gives up a settlement that is not paid; its commissions wait for the next one. */
export const cancelOpenSettlement = (database: Database, id: string, operator: Operator, reason: string) =>
  database.transaction(async (tx) => {
    const settlement = await lockSettlement(tx, id)
    if (settlement?.state !== 'approved') requireState(settlement, 'prepared')
    await cancelSettlement(tx, id, { by: operator, reason })
    await audit(tx, operator, 'settlement-cancel', id, { reason })
    return settlement as Settlement
  })

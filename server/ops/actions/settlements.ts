import { formatMoney, money } from '#shared/money.ts'
import { createChains } from '#server/modules/chains/create-chains.ts'
import { findPayoutFault, netMinor, readPeriod } from '#server/modules/settlements/settlements.rules.ts'
import { listWaiting, type WaitingSettlement } from '#server/modules/settlements/settlements.queries.ts'
import { createLog } from '#server/platform/log.ts'
import { cancelOpenSettlement } from '#server/workflows/affiliates/payouts/cancel-settlement.ts'
import { createPayoutCheck, createPayoutSearch } from '#server/workflows/crypto/check-payout.ts'
import {
  approvePreparedSettlement,
  previewApproval,
  recordSettlementPayout,
} from '#server/workflows/affiliates/payouts/manage-settlements.ts'
import { prepareSettlements, previewSettlements } from '#server/workflows/affiliates/payouts/prepare-settlements.ts'
import { SettlementRefused } from '#server/workflows/affiliates/payouts/settlement-refused.ts'
import { formatDate, OpsError, requireText, type Action, type OpsContext } from '../action.ts'
import { printNext, readCursor } from '../read-cursor.ts'

const dollars = (minor: number) => formatMoney(money(minor, 'USD'), 'en')

/** What the operator can mend is a sentence, not a stack. */
const orRefuse = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof SettlementRefused) throw new OpsError(error.message)
    throw error
  }
}
function requireId(context: OpsContext): string {
  const id = requireText(context, 'id')
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new OpsError('--id is one of "settlement list".')
  return id
}

/** What keeps a settlement from going on stands first: who pays by hand reads it here. */
function stateText(each: WaitingSettlement): string {
  if (each.onChain === 'mismatch') return 'paid, not on its chain'
  const fault = findPayoutFault({ ...each, isSuspended: each.affiliateState !== 'approved' })
  if (fault === null || each.state === 'drawing' || each.state === 'undoing') return each.state
  return `DO NOT PAY (${fault === 'suspended' ? 'affiliate suspended' : 'refunded since'}), ${each.state}`
}
const pageSize = 200

export const settlementList: Action = {
  name: 'settlement list',
  role: 'viewer',
  summary:
    'Lists settlements that are not paid yet, or whose transaction the chain denies, the oldest first. `net`: what is owed after refunds since.',
  usage: '[--after ID]',
  options: { after: { type: 'string' } },
  async run(context) {
    const waiting = await listWaiting(context.database, readCursor(context, 'after'), pageSize)
    if (waiting.length === 0) return context.print('No settlement waits.')
    context.table(
      waiting.map((each) => ({
        id: each.id,
        affiliate: each.uid,
        period: each.period.slice(0, 7),
        amount: dollars(each.amountMinor),
        net: dollars(netMinor(each)),
        state: stateText(each),
        prepared: `${each.preparedBy}, ${formatDate(each.preparedAt)}`,
        chain: each.chain ?? each.payoutChain ?? 'not said yet',
        address: each.address ?? each.payoutAddress ?? '',
      })),
    )
    printNext(context, waiting, pageSize)
  },
}

export const settlementPrepare: Action = {
  name: 'settlement prepare',
  role: 'finance',
  stepUp: 'money',
  summary: 'Closes a month: draws up a settlement for every affiliate who is owed the minimum. Again, it adds nothing.',
  usage: '--period 2026-10 [--dry-run]',
  options: { period: { type: 'string' } },
  async run(context) {
    const period = readPeriod(requireText(context, 'period'))
    if (!period) throw new OpsError('--period is a month like 2026-10.')
    const { database, operator, dryRun } = context
    const { settlements, amountMinor, failed } = await orRefuse(
      dryRun ? previewSettlements(database, period) : prepareSettlements(database, { period, operator }),
    )
    context.print(`${dryRun ? 'Would draw' : 'Drew'} up ${settlements} settlements of ${dollars(amountMinor)} in all.`)
    for (const { affiliateId, reason } of failed) context.print(`Failed for affiliate ${affiliateId}: ${reason}`)
    if (failed.length > 0) throw new OpsError(`${failed.length} failed; the others have theirs. Run it again.`)
  },
}

export const settlementApprove: Action = {
  name: 'settlement approve',
  role: 'finance',
  stepUp: 'money',
  summary: 'Approves a settlement that another operator prepared. From then on its address stands.',
  usage: '--id ID [--dry-run]',
  options: { id: { type: 'string' } },
  async run(context) {
    const approve = context.dryRun ? previewApproval : approvePreparedSettlement
    const { settlement, chain, address } = await orRefuse(
      approve(context.database, requireId(context), context.operator),
    )
    context.print(
      `${context.dryRun ? 'Would approve' : 'Approved'}: ${dollars(settlement.amountMinor)} in USDT to ${address} on ${chain}.`,
    )
  },
}

export const settlementPaid: Action = {
  name: 'settlement paid',
  role: 'finance',
  stepUp: 'money',
  summary: 'Records the transaction that paid a settlement; it is looked up on its chain where a node is configured.',
  usage: '--id ID --hash HASH [--sent-before REASON] [--dry-run]',
  options: { id: { type: 'string' }, hash: { type: 'string' }, 'sent-before': { type: 'string' } },
  async run(context) {
    const { database, config, operator, dryRun } = context
    const chains = config.crypto && (await createChains(config.crypto, createLog(config.environment, 'warn')))
    const sentBefore = context.values['sent-before'] === undefined ? undefined : requireText(context, 'sent-before')
    const payout = { id: requireId(context), hash: requireText(context, 'hash'), operator, dryRun, sentBefore }
    const { hash, onChain, amountMinor } = await orRefuse(
      recordSettlementPayout(database, createPayoutCheck(chains), payout),
    )
    const seen =
      onChain === 'confirmed'
        ? 'checked on its chain'
        : 'not checked: no node is configured for its chain; it is looked up once one is'
    context.print(`${dryRun ? 'Would record' : 'Recorded'} ${dollars(amountMinor)} as paid by ${hash} (${seen}).`)
  },
}

export const settlementCancel: Action = {
  name: 'settlement cancel',
  role: 'finance',
  stepUp: 'money',
  summary:
    'Gives up a settlement that is not paid; its commissions wait for the next one. An approved one may have been sent: --not-sent states that it was not, and its chain is looked at where a node is configured.',
  usage: '--id ID --reason TEXT [--not-sent] [--dry-run]',
  options: { id: { type: 'string' }, reason: { type: 'string' }, 'not-sent': { type: 'boolean' } },
  async run(context) {
    const { database, config, operator, dryRun } = context
    const chains = config.crypto && (await createChains(config.crypto, createLog(config.environment, 'warn')))
    const wish = { id: requireId(context), reason: requireText(context, 'reason'), operator, dryRun }
    const isNotSent = context.values['not-sent'] === true
    const { amountMinor, look } = await orRefuse(
      cancelOpenSettlement(database, createPayoutSearch(chains), { ...wish, isNotSent }),
    )
    if (look !== null) context.print(lookTexts[look])
    const waits = `${dollars(amountMinor)} wait for the next settlement`
    context.print(dryRun ? `Would give it up, so that ${waits}.` : `Given up; ${waits}.`)
  },
}
const lookTexts = {
  none: 'Its chain shows no such payment since the approval.',
  incomplete: 'Its chain shows no such payment in its newest blocks; those before were too many to look at.',
}

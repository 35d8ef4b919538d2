import { formatMoney, money } from '#shared/money.ts'
import { createChains } from '#server/modules/chains/chains.service.ts'
import { listWaiting, readPeriod } from '#server/modules/settlements/settlements.service.ts'
import { createLog } from '#server/platform/log.ts'
import { createPayoutCheck } from '#server/workflows/check-payout.ts'
import {
  approvePreparedSettlement,
  cancelOpenSettlement,
  prepareSettlements,
  previewApproval,
  previewSettlements,
  recordSettlementPayout,
  SettlementRefused,
} from '#server/workflows/manage-settlements.ts'
import { formatDate, OpsError, requireText, type Action, type OpsContext } from '../action.ts'
import { databaseOf } from '../rehearse.ts'

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

export const settlementList: Action = {
  name: 'settlement list',
  summary: 'Lists settlements that are not paid yet, or whose transaction the chain denies, the oldest first.',
  usage: '',
  options: {},
  async run(context) {
    const waiting = await listWaiting(context.database, 500)
    if (waiting.length === 0) return context.print('No settlement waits.')
    context.table(
      waiting.map((each) => ({
        id: each.id,
        affiliate: each.uid,
        period: each.period.slice(0, 7),
        amount: dollars(each.amountMinor),
        state: each.onChain === 'mismatch' ? 'paid, not on its chain' : each.state,
        prepared: `${each.preparedBy}, ${formatDate(each.preparedAt)}`,
        chain: each.chain ?? each.payoutChain ?? 'not said yet',
        address: each.address ?? each.payoutAddress ?? '',
      })),
    )
  },
}

export const settlementPrepare: Action = {
  name: 'settlement prepare',
  summary: 'Closes a month: draws up a settlement for every affiliate who is owed the minimum. Again, it adds nothing.',
  usage: '--period 2026-10 [--dry-run]',
  options: { period: { type: 'string' } },
  async run(context) {
    const period = readPeriod(requireText(context, 'period'))
    if (!period) throw new OpsError('--period is a month like 2026-10.')
    const { database, operator, dryRun } = context
    const { settlements, amountMinor } = await orRefuse(
      dryRun ? previewSettlements(database, period) : prepareSettlements(database, { period, operator }),
    )
    context.print(`${dryRun ? 'Would draw' : 'Drew'} up ${settlements} settlements of ${dollars(amountMinor)} in all.`)
  },
}

export const settlementApprove: Action = {
  name: 'settlement approve',
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
  summary: 'Records the transaction that paid a settlement; it is looked up on its chain where a node is configured.',
  usage: '--id ID --hash HASH [--dry-run]',
  options: { id: { type: 'string' }, hash: { type: 'string' } },
  async run(context) {
    const { database, config, operator, dryRun } = context
    const chains = config.crypto && (await createChains(config.crypto, createLog(config.environment, 'warn')))
    const payout = { id: requireId(context), hash: requireText(context, 'hash'), operator, dryRun }
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
  summary: 'Gives up a settlement that is not paid; its commissions wait for the next one.',
  usage: '--id ID --reason TEXT [--dry-run]',
  options: { id: { type: 'string' }, reason: { type: 'string' } },
  async run(context) {
    const [id, reason] = [requireId(context), requireText(context, 'reason')]
    const { amountMinor } = await orRefuse(cancelOpenSettlement(databaseOf(context), id, context.operator, reason))
    const waits = `${dollars(amountMinor)} wait for the next settlement`
    context.print(context.dryRun ? `Would give it up, so that ${waits}.` : `Given up; ${waits}.`)
  },
}

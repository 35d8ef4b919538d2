import { money } from '#shared/money.ts'
import { payoutStages, type PayoutStage } from '#shared/payout-stages.ts'
import { listOpenPayouts, listPastAmounts, listSentPayouts } from '#server/modules/payouts/payout-stages.queries.ts'
import { addressKey, findPayoutFault, type PayoutFault } from '#server/modules/payouts/payouts.rules.ts'
import { listHolders, listOwed, listWaiting, type WaitingPayout } from '#server/modules/payouts/payouts.queries.ts'
import type { Acting } from '#server/platform/act.ts'
import type { Database } from '#server/platform/database.ts'
import { findApprovalFault, type ApprovalFault } from './manage-payouts.ts'
import type { Sentence } from '#shared/sentence.ts'
import { sentence } from '#text/sentence.ts'

/**
 * Payout with its faults. `fault` blocks it for everyone. `whyNot` says why this operator cannot approve it to the
 * current wallet address.
 */
type ReadPayout = WaitingPayout & { readonly fault: PayoutFault | null; readonly whyNot: ApprovalFault | null }

type Page = { readonly rows: ReadPayout[]; readonly next: string | null }
type Asked = { readonly stage: PayoutStage | null; readonly after?: string | undefined; readonly limit: number }
type Who = Pick<Acting, 'id'> | null

/**
 * Maximum number of commissions of a payout whose amount the list recomputes. Larger payouts are recomputed at
 * approval.
 */
const fewRows = 500
const lookedAt = 2_000
const counted = 1_000
const [firstId, lastId] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

const keyOf = ({ address, payoutAddress }: WaitingPayout): string => addressKey(address ?? payoutAddress ?? '')

async function weigh(database: Database, payouts: readonly WaitingPayout[], operator: Who): Promise<ReadPayout[]> {
  const keys = [...new Set(payouts.map(keyOf))].filter((key) => key !== '')
  const small = payouts.filter(({ state, commissions }) => state === 'prepared' && commissions <= fewRows)
  const [found, owed] = await Promise.all([
    keys.length === 0 ? [] : listHolders(database, keys),
    small.length === 0
      ? []
      : listOwed(
          database,
          small.map(({ id }) => id),
        ),
  ])
  const holders = Map.groupBy(found, ({ address }) => address)
  const lines = new Map(owed.map(({ id, linesMinor }) => [id, linesMinor]))
  const now = new Date()
  return payouts.map((payout) => {
    const linesMinor = lines.get(payout.id)
    const stand = {
      ...payout,
      ...(linesMinor !== undefined && { linesMinor }),
      isSuspended: payout.affiliateState !== 'approved',
      holders: holders.get(keyOf(payout)) ?? [],
      restsUntil: payout.address === null ? payout.payoutRestsUntil : null,
    }
    const fault = findPayoutFault(stand, now)
    const whyNot = findApprovalFault({ payout, affiliate: payout, fault }, payout.payoutAddress ?? '', operator)
    return { ...payout, fault, whyNot }
  })
}

/**
 * The stage of a payout does not depend on the second-operator rule (`own`), so every operator sees the same stages.
 */
const isAt = (stage: PayoutStage, { whyNot }: ReadPayout): boolean =>
  (stage === 'checked') === (whyNot === null || whyNot === 'own')

async function readPrepared(database: Database, { stage, after, limit }: Asked, operator: Who): Promise<Page> {
  const rows: ReadPayout[] = []
  let cursor = after ?? firstId
  for (let looked = 0; looked < lookedAt; looked += limit) {
    const page = await weigh(database, await listOpenPayouts(database, 'prepared', cursor, limit), operator)
    for (const each of page) {
      if (stage !== null && isAt(stage, each)) rows.push(each)
      if (rows.length === limit) return { rows, next: each.id }
    }
    const last = page.at(-1)
    if (!last || page.length < limit) return { rows, next: null }
    cursor = last.id
  }
  return { rows, next: cursor }
}

/**
 * Page of payouts. Without a stage, lists payouts that are unpaid or contradicted by the blockchain, oldest first. Sent
 * payouts are listed newest first. `after`: last id of the previous page.
 */
export async function readPayouts(database: Database, asked: Asked, operator: Who): Promise<Page> {
  const { stage, after, limit } = asked
  if (stage === 'prepared' || stage === 'checked') return readPrepared(database, asked, operator)
  const payouts =
    stage === null
      ? await listWaiting(database, after ?? firstId, limit)
      : stage === 'approved'
        ? await listOpenPayouts(database, 'approved', after ?? firstId, limit)
        : await listSentPayouts(database, stage === 'proven', after ?? lastId, limit)
  const next = payouts.length === limit ? (payouts.at(-1)?.id ?? null) : null
  return { rows: await weigh(database, payouts, operator), next }
}

export async function countStages(database: Database) {
  const [prepared, past] = await Promise.all([
    listOpenPayouts(database, 'prepared', firstId, counted + 1),
    listPastAmounts(database, counted + 1),
  ])
  const weighed = await weigh(database, prepared.slice(0, counted), null)
  return payoutStages.map((stage) => {
    const isOpen = stage === 'prepared' || stage === 'checked'
    const here = isOpen ? weighed.filter((each) => isAt(stage, each)) : past.filter((each) => each.stage === stage)
    const shown = here.slice(0, counted)
    return {
      stage,
      payouts: shown.length,
      amount: money(
        shown.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        'USD',
      ),
      more: (isOpen ? prepared : here).length > counted,
    }
  })
}

/**
 * State of a payout as text. A fault comes before the state, so that an operator does not pay such a payout by hand.
 */
export function payoutStateText({ state, onChain, fault }: ReadPayout): Sentence | string {
  if (onChain === 'mismatch') return sentence('payout.paidNotOnChain')
  if (fault === null || state === 'drawing' || state === 'undoing' || state === 'paid') return state
  return sentence('payout.doNotPay', { fault: sentence(`payoutFault.${fault}`), state: sentence(`state.${state}`) })
}

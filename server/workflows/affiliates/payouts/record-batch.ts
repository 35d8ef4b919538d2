import { money } from '#shared/money.ts'
import { listBatchPayouts, type BatchPayout } from '#server/modules/payouts/batches.queries.ts'
import { isRecordable, type PayoutCheck } from '#server/modules/payouts/payout-check.ts'
import { readHashLines, type HashLine } from '#server/modules/payouts/payout-file.rules.ts'
import { findPayout } from '#server/modules/payouts/payouts.queries.ts'
import { readTransactionHash } from '#server/modules/payouts/payouts.rules.ts'
import { Refused, refuse, type ActDeps, type Acting, type PartsAct, type PartsDeps } from '#server/platform/act.ts'
import type { Database } from '#server/platform/database.ts'
import { lockPayoutWithAffiliate, requireState, PayoutRefused } from './lock-payout.ts'
import { faultText } from './manage-payouts.ts'
import { lookRefusals, lookUpTransaction, recordHeld, usedElsewhere, type LookedUp } from './record-payout.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

type Line = { id: string; amountMinor: number; state: string; hash: string | null; why: Sentence | null }
type Run = {
  readonly database: Database
  readonly check: PayoutCheck
  readonly operator: Acting
  readonly deps: PartsDeps
  readonly taken: Map<string, number[]>
}

/**
 * Records the blockchain transactions of a batch. One transaction may pay many payouts, so each payout is matched to
 * its own transfer; payouts without a transaction stay open. An interrupted run can be repeated with the same file.
 */
export const createBatchRecord = (
  checkOf: (deps: ActDeps) => Promise<PayoutCheck>,
): PartsAct<'payouts.paid-batch'> => ({
  async parts(database, { batch, file }, operator, deps) {
    const { lines: named, faults } = readHashLines(file)
    if (faults.length > 0 || named.length === 0) return refuse('InvalidInput', 'payout.badHashes')
    const payouts = await listBatchPayouts(database, batch)
    if (payouts.length === 0) return refuse('NotFound', 'payout.noList')
    const strange = named.find(({ id }) => id !== null && !payouts.some((payout) => payout.id === id))
    if (strange) return refuse('InvalidInput', sentence('payout.notInList', { payout: strange.id ?? '' }))
    const run = { database, check: await checkOf(deps), operator, deps, taken: new Map<string, number[]>() }
    const lines: Line[] = []
    for (const payout of payouts) {
      if (payout.state === 'paid') lines.push({ ...(await stand(database, payout.id)), state: 'known', why: null })
      else if (payout.state === 'approved') lines.push(await recordOne(run, payout, named))
    }
    const recorded = lines.filter(({ state }) => state === 'recorded')
    const output = {
      recorded: recorded.length,
      amount: money(
        recorded.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        'USD',
      ),
      open: lines.filter(({ state }) => state === 'open').length,
      lines: lines.map(({ amountMinor, ...line }) => ({ ...line, amount: money(amountMinor, 'USD') })),
    }
    return { ok: true, value: output }
  },
})

async function stand(database: Database, id: string) {
  const payout = await findPayout(database, id)
  return { id, amountMinor: payout?.amountMinor ?? 0, hash: payout?.transactionHash ?? null }
}

async function recordOne(run: Run, { id }: BatchPayout, named: readonly HashLine[]): Promise<Line> {
  const payout = requireState(await findPayout(run.database, id), 'approved')
  const own = named.filter((line) => line.id === id)
  const could = own.length > 0 ? own : named.filter((line) => line.id === null)
  const line = { id, amountMinor: payout.amountMinor, hash: null }
  let why = sentence('payout.noTransaction')
  for (const { hash: typed } of could) {
    const hash = readTransactionHash(payout.chain ?? '', typed)
    if (hash === null) {
      if (own.length > 0) why = sentence('transaction.badHashOf', { chain: payout.chain ?? '' })
      continue
    }
    const found = await lookUpTransaction(run.database, run.check, payout, typed, run.taken.get(hash))
    if (found === null) why = usedElsewhere
    // Without a blockchain node, accepts only a transaction hash that the operator listed for this very payout.
    else if (found.finding === 'not_checked' && own.length === 0) why = lookRefusals.unreachable
    else if (isRecordable(found.finding)) {
      const { finding: onChain, transferIndex } = found
      const refused = await record(run, id, { hash, onChain, transferIndex })
      if (refused !== null) return { ...line, hash, state: 'open', why: refused }
      if (transferIndex !== null) run.taken.set(hash, [...(run.taken.get(hash) ?? []), transferIndex])
      return { ...line, hash, state: 'recorded', why: null }
    } else why = lookRefusals[found.finding]
  }
  return { ...line, state: 'open', why }
}

async function record({ deps, operator }: Run, id: string, paid: LookedUp): Promise<Sentence | null> {
  try {
    await deps.part((own) =>
      own.transaction(async (tx) => {
        const held = await lockPayoutWithAffiliate(tx, id)
        requireState(held.payout, 'approved')
        if (held.fault) throw new PayoutRefused(faultText(held, held.fault))
        await recordHeld(tx, held, paid, operator)
        const { hash, onChain } = paid
        await deps.audit(tx, `settlement ${id}`, { hash, onChain, amountMinor: held.payout.amountMinor })
      }),
    )
    return null
  } catch (error) {
    if (error instanceof Refused) return error.refusal.sentence
    throw error
  }
}

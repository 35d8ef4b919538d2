import { inject } from 'vitest'
import type { ActionInput, ActionName, ActionOutput } from '#shared/contract/operator.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import type { Chains, Network } from '#server/modules/chains/create-chains.ts'
import { findAffiliate } from '#server/modules/affiliates/affiliates.queries.ts'
import { findPayout } from '#server/modules/payouts/payouts.queries.ts'
import type { PayoutCheck } from '#server/modules/payouts/payout-check.ts'
import { guardFor } from '#server/operator/apply-reach.ts'
import { carryOut } from '#server/operator/carry-out.ts'
import type { PlainHandler } from '#server/operator/handler.ts'
import { handlers } from '#server/operator/handlers.ts'
import { plainPart, rehearsedPart } from '#server/platform/rehearse.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { inOption } from '#server/ops/options.ts'
import { Refused, type PartsDeps, type Result, type Operator } from '#server/platform/act.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { createCancellation } from '#server/workflows/affiliates/payouts/cancel-payout.ts'
import type { PayoutSearch } from '#server/workflows/crypto/check-payout.ts'
import { createPayoutRecord } from '#server/workflows/affiliates/payouts/record-payout.ts'
import { preparePayouts as preparing, type Pages } from '#server/workflows/affiliates/payouts/prepare-payouts.ts'
import { createSentRefund } from '#server/workflows/crypto/record-sent-refund.ts'
import { requestRefund as requesting, type RefundOrder } from '#server/workflows/payments/refunds/request-refund.ts'
import { rescanChain as rescanning } from '#server/workflows/crypto/rescan-chain.ts'
import { resolveReview as resolving } from '#server/workflows/payments/review/resolve-review.ts'
import type { Spoken } from '#shared/sentence.ts'
import { say, sayAll } from '#text/say.ts'
import { ada, ben } from '#tests/support/operators.ts'

type How = {
  readonly operator?: Operator
  readonly role?: OperatorRole
  readonly handler?: unknown
  readonly preview?: boolean
  readonly config?: Config
  readonly onConfirm?: () => void
}
let usual: Config | undefined
/** Returns the usual settings of tests. Read once, because reading them parses some twenty keys. */
export const testConfig = (): Config => (usual ??= readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }))
const unwrap = <T>(result: Result<T>): T => {
  if (result.ok) return result.value
  throw Object.assign(new Refused(result.refusal.status, result.refusal.sentence), {
    message: say('en', result.refusal.sentence, inOption),
  })
}

/** Executes an action with its audit row, by default as owner; returns its output. Throws Refused. */
export async function performed<N extends ActionName>(
  database: Database,
  name: N,
  input: ActionInput<N>,
  {
    operator = ada,
    role = 'owner',
    handler = handlers[name],
    preview = false,
    config = testConfig(),
    onConfirm,
  }: How = {},
): Promise<ActionOutput<N>> {
  const work = carryOut(name, handler as PlainHandler, input as Readonly<Record<string, unknown>>, {
    database,
    config,
    operator: { ...operator, role },
    preview,
    confirm: async () => {
      onConfirm?.()
      return { ok: true, value: null }
    },
  })
  const ran = await work.catch((error: unknown): Result<never> => {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal }
    throw error
  })
  const { output, proposal } = unwrap(ran)
  return (
    proposal !== null && guardFor(name).kind === 'two'
      ? await grantFor(database, proposal.id, operator, config)
      : output
  ) as ActionOutput<N>
}

/** Executes an action with its audit row, and returns its output with every sentence in English. */
export const perform = async <N extends ActionName>(
  ...asked: Parameters<typeof performed<N>>
): Promise<Spoken<ActionOutput<N>>> => sayAll('en', await performed(...asked)) as Spoken<ActionOutput<N>>

/** Another owner approves actions that affect everyone. */
async function grantFor(database: Database, id: string, operator: Operator, config: Config): Promise<unknown> {
  const second = operator.id === ben.id ? ada : ben
  const granted = await carryOut(
    'approvals.grant',
    handlers['approvals.grant'] as unknown as PlainHandler,
    { id },
    {
      database,
      config,
      operator: { ...second, role: 'owner' },
      confirm: async () => ({ ok: true, value: null }),
    },
  )
  return (unwrap(granted).output as ActionOutput<'approvals.grant'>).output
}

export const tryPerform: typeof perform = async (...asked) =>
  perform(...asked).catch((error: unknown) => {
    if (error instanceof Refused) return null as never
    throw error
  })

export const requestRefund = (database: Database, refund: RefundOrder) =>
  database.transaction((tx) => requesting(tx, refund))
export const resolveReview = (database: Database, decided: Parameters<typeof resolving>[1]) =>
  database.transaction((tx) => resolving(tx, decided))

type Decision = { userId: string; operator: Operator }
export const decideApplication = (database: Database, { userId: user, operator }: Decision, reason: string | null) =>
  reason === null
    ? tryPerform(database, 'affiliates.approve', { user }, { operator })
    : tryPerform(database, 'affiliates.reject', { user, reason }, { operator })
export const suspendAffiliate = (database: Database, { userId: user, operator }: Decision, reason: string | null) =>
  reason === null
    ? perform(database, 'affiliates.resume', { user }, { operator })
    : perform(database, 'affiliates.suspend', { user, reason }, { operator })
export async function holdCommission(
  database: Database,
  { orderId: order, operator }: { orderId: string; operator: Operator },
  reason: string | null,
): Promise<number> {
  const held =
    reason === null
      ? perform(database, 'commissions.release', { order }, { operator })
      : perform(database, 'commissions.hold', { order, reason }, { operator })
  return (await held).rows
}
export async function decideReferral(
  database: Database,
  { userId: user, operator }: Decision,
  verdict: 'counted' | 'refused',
): Promise<true> {
  const name = verdict === 'counted' ? 'referrals.release' : 'referrals.refuse'
  await perform(database, name, { user }, { operator })
  return true
}

type Sent = { refundId: string; txHash: string; to: string; operator: Operator }
export const recordSentRefund = (
  { database, chains }: { database: Database; chains: Chains | null },
  { refundId: refund, txHash: tx, to, operator }: Sent,
) =>
  perform(
    database,
    'crypto.refund-sent',
    { refund, tx, to },
    { operator, handler: createSentRefund(async () => chains) },
  )

/** Approves a prepared payout. `named`: its wallet address; by default the affiliate's current one. */
export async function approvePreparedPayout(database: Database, id: string, operator: Operator, named?: string) {
  const payout = named === undefined ? await findPayout(database, id) : undefined
  const affiliate = payout && (await findAffiliate(database, payout.affiliateId))
  const address = named ?? affiliate?.payoutAddress ?? 'none'
  return perform(database, 'payouts.approve', { id, address }, { operator })
}

type StatedPayout = { id: string; hash: string; operator: Operator; dryRun?: boolean; sentBefore?: string | undefined }
export async function recordPayoutPaid(database: Database, check: PayoutCheck, asked: StatedPayout) {
  const { id, hash, operator, dryRun = false, sentBefore } = asked
  const input = { id, hash, ...(sentBefore !== undefined && { sentBefore }) }
  const handler = createPayoutRecord(async () => check)
  const recorded = await perform(database, 'payouts.paid', input, { operator, handler, preview: dryRun })
  return { hash: recorded.hash, onChain: recorded.onChain, amountMinor: recorded.amount.amountMinor }
}

type Cancellation = {
  id: string
  operator: Operator
  reason: string
  isNotSent?: boolean
  files?: readonly string[]
  dryRun?: boolean
}
export async function cancelOpenPayout(database: Database, search: PayoutSearch, asked: Cancellation) {
  const { id, operator, reason, isNotSent = false, files = [], dryRun = false } = asked
  const handler = createCancellation(async () => search)
  const input = { id, reason, notSent: isNotSent, ...(files.length > 0 && { files: [...files] }) }
  const { amount, look } = await perform(database, 'payouts.cancel', input, { operator, handler, preview: dryRun })
  return { amountMinor: amount.amountMinor, look }
}

const auditOf =
  (operator: Operator, action: ActionName): PartsDeps['audit'] =>
  (tx, subject, details) =>
    recordAction(tx, { operator, action, subject, details })

type Preparation = { period: string; operator: Operator; pages?: Pages }
export const preparePayouts = (database: Database, asked: Preparation, emit: PartsDeps['emit'] = () => {}) =>
  preparing(database, asked, {
    part: plainPart(database),
    preview: false,
    audit: auditOf(asked.operator, 'payouts.prepare'),
    emit,
  })
export const previewPayouts = (database: Database, period: string, pages?: Pages) =>
  preparing(
    database,
    { period, operator: ada, ...(pages && { pages }) },
    { part: rehearsedPart(database), preview: true, audit: auditOf(ada, 'payouts.prepare'), emit: () => {} },
  )

type CryptoNetwork = {
  readonly deps: { readonly database: Database }
  readonly network: Network
  readonly configFile: string
}
/** Adds wallet addresses to a network's pool. Approval by the second operator rereads the configuration. */
export function importAddresses({ deps, network, configFile }: CryptoNetwork, lines: readonly string[]) {
  const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir'), CRYPTO_CONFIG_FILE: configFile })
  return perform(deps.database, 'crypto.import-addresses', { network: network.id, file: lines.join('\n') }, { config })
}

type Rescanning = Parameters<typeof rescanning>[1] & { operator: Operator }
export const rescanChain = (database: Database, { operator, ...asked }: Rescanning) =>
  rescanning(database, asked, auditOf(operator, 'crypto.rescan'))

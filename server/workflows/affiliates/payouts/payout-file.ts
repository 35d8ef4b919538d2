import { createHash } from 'node:crypto'
import { money } from '#shared/money.ts'
import { csvLines } from '#server/modules/exports/csv.rules.ts'
import { listBatchPayouts } from '#server/modules/payouts/batches.queries.ts'
import {
  fileRows,
  findWrongLines,
  readFileLines,
  type TokenContracts,
} from '#server/modules/payouts/payout-file.rules.ts'
import { done, refuse, type ActDeps, type LookAct } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { openChainsIfAny } from '#server/workflows/crypto/manage-crypto.ts'
import { lockPayoutsWithAffiliates } from './lock-payout.ts'

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What of a list can be sent now, and what of it waits for something. */
async function readBatch(tx: Transaction, batch: string) {
  const open = (await listBatchPayouts(tx, batch)).filter(({ state }) => state === 'approved')
  const held = await lockPayoutsWithAffiliates(
    tx,
    open.map(({ id }) => id),
  )
  const lines = held.map(({ payout: { id, chain, address, amountMinor }, fault }) => ({
    id,
    chain: chain ?? '',
    address: address ?? '',
    amountMinor,
    fault,
  }))
  return { ready: lines.filter(({ fault }) => fault === null), left: lines.filter(({ fault }) => fault !== null) }
}

/** The contracts of USDT on the networks that are configured. */
async function readTokens(deps: ActDeps): Promise<TokenContracts> {
  const chains = await openChainsIfAny(deps)
  const tokens = (chains?.networks ?? []).map(
    ({ id, tokens: of }) => [id, of.find((token) => token.id === 'USDT')?.contract] as const,
  )
  return new Map(tokens.flatMap(([id, contract]) => (contract ? [[id, contract] as const] : [])))
}

/**
 * Makes the file by which a list is paid on one chain, with its SHA-256. Only what may be paid now stands in it; the audit log keeps
 * the checksum.
 */
export const makePayoutFile: LookAct<'payouts.file', TokenContracts> = {
  look: (_database, _input, _operator, deps) => readTokens(deps),
  async act(tx, { batch, chain }, _operator, _deps, tokens) {
    const { ready, left } = await readBatch(tx, batch)
    const lines = ready.filter((line) => line.chain === chain)
    if (lines.length === 0) return refuse('NotFound', 'Nothing of this list can be sent on this chain now.')
    if (!tokens.has(chain))
      return refuse(
        'NotPossible',
        `The contract of USDT on ${chain} is not known, and without it no file is made: describe this network, with USDT, in CRYPTO_CONFIG_FILE.`,
      )
    const file = csvLines(fileRows(lines, tokens))
    const sha256 = digestOf(file)
    const name = `payouts-${chain}-${batch.slice(-12)}.csv`
    const amountMinor = lines.reduce((sum, line) => sum + line.amountMinor, 0)
    const output = {
      payouts: lines.length,
      amount: money(amountMinor, 'USD'),
      sha256,
      left: left.filter((line) => line.chain === chain).map(({ id, fault }) => ({ id, why: fault ?? '' })),
      files: [
        { path: name, text: file },
        { path: `${name}.sha256`, text: `${sha256}  ${name}\n` },
      ],
    }
    return done(output, `payout batch ${batch}`, { chain, payouts: lines.length, amountMinor, sha256 })
  },
}

/** Whether a file is what may be sent now: every line that is not, with what is wrong about it. */
export const checkPayoutFile: LookAct<'payouts.check-file', TokenContracts> = {
  look: (_database, _input, _operator, deps) => readTokens(deps),
  async act(tx, { batch, file }, _operator, _deps, tokens) {
    const read = readFileLines(file)
    if (read === null) return refuse('InvalidInput', '{file} is no file of "payouts file".')
    const { ready } = await readBatch(tx, batch)
    const wrong = findWrongLines(read, ready, tokens)
    const output = { lines: read.length, sha256: digestOf(file), wrong }
    return done(output, `payout batch ${batch}`, { sha256: output.sha256, wrong: wrong.length })
  },
}

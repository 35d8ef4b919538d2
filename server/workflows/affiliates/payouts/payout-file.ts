import { createHash } from 'node:crypto'
import { money } from '#shared/money.ts'
import { csvLines } from '#shared/csv.ts'
import { listBatchPayouts } from '#server/modules/payouts/batches.queries.ts'
import { listFiled, listFiles, type PayoutFile, type FiledPayout } from '#server/modules/payouts/files.queries.ts'
import {
  fileRows,
  findWrongLines,
  readFileLines,
  type TokenContracts,
} from '#server/modules/payouts/payout-file.rules.ts'
import { rememberFile } from '#server/modules/payouts/payouts.service.ts'
import { done, refuse, type ActDeps, type LookAct } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { openChainsIfAny } from '#server/workflows/crypto/manage-crypto.ts'
import { lockPayoutsWithAffiliates } from './lock-payout.ts'
import { sentence } from '#text/sentence.ts'

export type MadeFile = Pick<FiledPayout, 'name' | 'madeBy'>

export const namesOf = (files: readonly MadeFile[]): string =>
  [...new Set(files.map(({ name, madeBy }) => `${name} (${madeBy})`))].join(', ')

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

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

async function readTokens(deps: ActDeps): Promise<TokenContracts> {
  const chains = await openChainsIfAny(deps)
  const tokens = (chains?.networks ?? []).map(
    ({ id, tokens: of }) => [id, of.find((token) => token.id === 'USDT')?.contract] as const,
  )
  return new Map(tokens.flatMap(([id, contract]) => (contract ? [[id, contract] as const] : [])))
}

const newlyNamed = (chain: string, batch: string, before: number): string =>
  `payouts-${chain}-${batch.slice(-12)}${before === 0 ? '' : `-${before + 1}`}.csv`

/**
 * Creates the transfer file of a batch for one blockchain. Includes payouts of an earlier file only if the operator
 * declares that file unsent, with a reason, because sending both files would pay twice.
 */
export const makePayoutFile: LookAct<'payouts.file', TokenContracts> = {
  look: (_database, _input, _operator, deps) => readTokens(deps),
  async act(tx, { batch, chain, again, unsent }, operator, _deps, tokens) {
    if ((again === undefined) !== (unsent === undefined)) return refuse('InvalidInput', 'payout.againNeedsUnsent')
    const { ready, left } = await readBatch(tx, batch)
    const payable = ready.filter((line) => line.chain === chain)
    if (payable.length === 0) return refuse('NotFound', 'payout.nothingToSend')
    // The payouts are locked, so a concurrent request for a transfer file waits and then sees this one.
    const filed = await listFiled(
      tx,
      payable.map(({ id }) => id),
    )
    const fileOf = new Map(filed.map(({ id, name }) => [id, name]))
    const lost = unsent?.trim()
    if (lost !== undefined && !filed.some(({ name }) => name === lost))
      return refuse('NotPossible', sentence('payout.notLastFile', { file: lost, files: namesOf(filed) || '–' }))
    const lines = payable.filter(({ id }) => !fileOf.has(id) || fileOf.get(id) === lost)
    if (lines.length === 0) return refuse('NotPossible', sentence('payout.allInFiles', { files: namesOf(filed) }))
    if (!tokens.has(chain)) return refuse('NotPossible', sentence('payout.noContract', { chain }))
    const file = csvLines(fileRows(lines, tokens), 'program')
    const sha256 = digestOf(file)
    const name = newlyNamed(chain, batch, (await listFiles(tx, batch, chain)).length)
    const amountMinor = lines.reduce((sum, line) => sum + line.amountMinor, 0)
    const output = {
      payouts: lines.length,
      amount: money(amountMinor, 'USD'),
      sha256,
      left: [
        ...left.filter((line) => line.chain === chain).map(({ id, fault }) => ({ id, why: fault ?? '', file: null })),
        ...payable
          .filter((line) => !lines.includes(line))
          .map(({ id }) => ({ id, why: 'in_file', file: fileOf.get(id) ?? null })),
      ],
      again: lines.flatMap(({ id }) => {
        const before = fileOf.get(id)
        return before === undefined ? [] : [{ id, file: before }]
      }),
      files: [
        { path: name, text: file },
        { path: `${name}.sha256`, text: `${sha256}  ${name}\n` },
      ],
    }
    const settlements = lines.map(({ id }) => id)
    const reason = again ?? null
    const remembered = { batchId: batch, chain, name, sha256, settlements, amountMinor, again: reason, by: operator }
    await rememberFile(tx, remembered)
    const repeated = output.again.length > 0 && { again, unsent: lost, repeated: output.again.length }
    return done(output, `payout batch ${batch}`, {
      file: name,
      chain,
      payouts: lines.length,
      amountMinor,
      sha256,
      ...repeated,
    })
  },
}

/**
 * Returns the file with this checksum, otherwise the newest. `replacedBy`: a newer file that contains some of the same
 * payouts.
 */
function findMade(files: readonly PayoutFile[], sha256: string) {
  const made = files.find((file) => file.sha256 === sha256) ?? files[0]
  if (!made) return null
  const newer = files.slice(0, files.indexOf(made))
  const replacing = newer.find(({ settlements }) => settlements.some((id) => made.settlements.includes(id)))
  return { made, replacedBy: replacing?.name ?? null }
}

/**
 * Compares an uploaded transfer file with the stored one by SHA-256, and its lines with the payouts that may be sent
 * now.
 */
export const checkPayoutFile: LookAct<'payouts.check-file', TokenContracts> = {
  look: (_database, _input, _operator, deps) => readTokens(deps),
  async act(tx, { batch, chain, file }, _operator, _deps, tokens) {
    const read = readFileLines(file)
    if (read === null) return refuse('InvalidInput', 'payout.badFile')
    const { ready } = await readBatch(tx, batch)
    const wrong = findWrongLines(read, { due: ready, chain, tokens })
    const sha256 = digestOf(file)
    const found = findMade(await listFiles(tx, batch, chain), sha256)
    const isSame = found?.made.sha256 === sha256
    const output = {
      lines: read.length,
      sha256,
      isSame,
      madeFile: found?.made.name ?? null,
      madeSha256: found?.made.sha256 ?? null,
      replacedBy: found?.replacedBy ?? null,
      wrong,
    }
    return done(output, `payout batch ${batch}`, { chain, sha256, isSame, wrong: wrong.length })
  },
}

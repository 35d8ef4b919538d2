import { createHash } from 'node:crypto'
import { money } from '#shared/money.ts'
import { csvLines } from '#server/modules/exports/csv.rules.ts'
import { listBatchPayouts } from '#server/modules/payouts/batches.queries.ts'
import { exactAmount, fileRows, readFileLines } from '#server/modules/payouts/payout-file.rules.ts'
import { addressKey } from '#server/modules/payouts/payouts.rules.ts'
import { done, refuse, type Act, type LookAct } from '#server/platform/act.ts'
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

/**
 * Makes the file by which a list is paid on one chain, with its SHA-256. Only what may be paid now stands in it; the audit log keeps
 * the checksum.
 */
export const makePayoutFile: LookAct<'payouts.file', ReadonlyMap<string, string>> = {
  async look(_database, _input, _operator, deps) {
    const chains = await openChainsIfAny(deps)
    const tokens = (chains?.networks ?? []).map(
      ({ id, tokens: of }) => [id, of.find((token) => token.id === 'USDT')?.contract] as const,
    )
    return new Map(tokens.flatMap(([id, contract]) => (contract ? [[id, contract] as const] : [])))
  },
  async act(tx, { batch, chain }, _operator, _deps, tokens) {
    const { ready, left } = await readBatch(tx, batch)
    const lines = ready.filter((line) => line.chain === chain)
    if (lines.length === 0) return refuse('NotFound', 'Nothing of this list can be sent on this chain now.')
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
export const checkPayoutFile: Act<'payouts.check-file'> = async (tx, { batch, file }) => {
  const read = readFileLines(file)
  if (read === null) return refuse('InvalidInput', '{file} is no file of "payouts file".')
  const { ready } = await readBatch(tx, batch)
  const known = new Map(ready.map((line) => [line.id, line]))
  const seen = new Set<string>()
  const wrong = read.flatMap(({ line, id, address, amount }) => {
    const stands = known.get(id)
    const isTwice = seen.has(id)
    seen.add(id)
    const why = !stands
      ? 'not to be sent'
      : isTwice
        ? 'named twice'
        : addressKey(stands.address) !== addressKey(address)
          ? 'another address'
          : exactAmount(stands.amountMinor) === amount
            ? null
            : 'another amount'
    return why === null ? [] : [{ line, id, why }]
  })
  const output = { lines: read.length, sha256: digestOf(file), wrong }
  return done(output, `payout batch ${batch}`, { sha256: output.sha256, wrong: wrong.length })
}

import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { lockAffiliates, setPayout } from '#server/modules/affiliates/affiliates.queries.ts'
import { createChains, type Chains } from '#server/modules/chains/create-chains.ts'
import { rememberFile } from '#server/modules/payouts/payouts.service.ts'
import { parseCrypto } from '#server/platform/crypto-config.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import { createCancellation } from '#server/workflows/affiliates/payouts/cancel-payout.ts'
import { createBatchRecord } from '#server/workflows/affiliates/payouts/record-batch.ts'
import { createPayoutCheck } from '#server/workflows/crypto/check-payout.ts'
import { describeChain, describeCrypto } from '#simulators/chain/describe-chain.ts'
import { startChain, type LocalChain } from '#simulators/chain/start-chain.ts'
import { perform, preparePayouts } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import type { Operator } from '#server/platform/act.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { waitForWaiters } from '../../support/native.ts'
import { openCompany, type Company } from './affiliates.setup.ts'
import { lastMonth } from './payouts.setup.ts'
import { sentence } from '#text/sentence.ts'
import { say } from '#text/say.ts'

let db: TestDatabase
let company: Company
let chain: LocalChain
let chains: Chains
let config: Config
const period = lastMonth()
const dollar = 10n ** 6n
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 8 })
  company = openCompany(db)
  chain = await startChain()
  const file = describeCrypto({ bsc: describeChain(chain, { rpcs: [chain.rpcUrl], tokens: ['USDT'] }) })
  const crypto = parseCrypto(JSON.stringify(file), 'a test', false)
  chains = await createChains(crypto, pino({ level: 'silent' }))
  config = { ...readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }), crypto }
})
afterAll(async () => {
  await chain?.stop()
  await db?.drop()
})

type Line = { id: string; userId: string; address: string; cents: number }
let lines: Line[]
async function settle(...dollars: number[]): Promise<Line[]> {
  const made: Omit<Line, 'id'>[] = []
  for (const each of dollars) {
    const { userId, inviteCode } = await company.affiliate()
    const address = `0x${randomBytes(20).toString('hex')}`
    await db.database.transaction((tx) => setPayout(tx, userId, { chain: 'bsc', address, restHours: 0 }))
    await company.buy(await company.come(inviteCode), { totalMinor: each * 400, currency: 'USD' })
    made.push({ userId, address, cents: each * 100 })
  }
  await company.passMonth()
  await preparePayouts(db.database, { period, operator: ada })
  const rows = await db.asOwner<{ id: string; userId: string }>(`select id, affiliate_id as "userId" from settlements`)
  return made.map((each) => ({ ...each, id: rows.find(({ userId }) => userId === each.userId)!.id }))
}
const approve = (of: readonly Line[] = lines, operator: Operator = ben, preview = false) =>
  perform(
    db.database,
    'payouts.approve-batch',
    { payouts: of.map(({ id, address }) => `${id}=${address}`) },
    { operator, preview },
  )
const fileOf = (batch: string, by: Config = config) =>
  perform(db.database, 'payouts.file', { batch, chain: 'bsc' }, { operator: ben, config: by })
const checkFile = (batch: string, file: string, by: Config = config) =>
  perform(db.database, 'payouts.check-file', { batch, chain: 'bsc', file }, { operator: ben, config: by })
type Asked = { readonly preview?: boolean; readonly by?: Chains | null }
const record = (batch: string, file: string, { preview = false, by = chains }: Asked = {}) =>
  perform(
    db.database,
    'payouts.paid-batch',
    { batch, file },
    { operator: ben, preview, handler: createBatchRecord(async () => createPayoutCheck(by)) },
  )
const send = async (...of: (readonly [Line, bigint])[]) => {
  const { hash } = await chain.invoke(chain.tokens.USDT.address, 'transferMany', [
    of.map(([{ address }]) => address),
    of.map(([, units]) => units),
  ])
  await chain.mine(3)
  return hash
}
const exactly = (line: Line) => [line, (BigInt(line.cents) * dollar) / 100n] as const
const states = async () =>
  (await db.asOwner<{ id: string; state: string }>('select id, state from settlements')).flatMap(({ id, state }) =>
    lines.some((line) => line.id === id) ? [state] : [],
  )

beforeEach(async () => {
  lines = await settle(100, 200, 150)
})

describe('batch approval of payouts', () => {
  it('a batch shows each payout and the sums first, and needs another operator to approve', async () => {
    const seen = await approve(lines, ben, true)
    expect(seen).toMatchObject({
      payouts: 3,
      sums: [{ chain: 'bsc', token: 'USDT', payouts: 3, amount: { amountMinor: 45_000, currency: 'USD' } }],
    })
    expect(seen.lines.map(({ address }) => address).toSorted()).toEqual(lines.map(({ address }) => address).toSorted())
    expect(await states()).toEqual(['prepared', 'prepared', 'prepared'])
    await expect(approve(lines, ada)).rejects.toThrow(
      /None of these payouts can be approved\. The first one: You prepared this payout/,
    )
    await approve()
    expect(await states()).toEqual(['approved', 'approved', 'approved'])
  })

  it('a batch leaves out payouts that cannot be approved, by name', async () => {
    const [first, second] = lines as [Line, Line, Line]
    await db.database.transaction((tx) =>
      setPayout(tx, first.userId, { chain: 'bsc', address: `0x${'1'.repeat(40)}`, restHours: 72 }),
    )
    await db.asOwner(`update affiliates set state = 'suspended', reason = 'odd' where user_id = $1`, [second.userId])
    const approved = await approve()
    expect(approved.payouts).toBe(1)
    const whyOf = (line: Line) => approved.lines.find(({ id }) => id === line.id)!.why
    expect(lines.map(whyOf)).toEqual(['another_address', 'suspended', null])
    expect((await states()).toSorted()).toEqual(['approved', 'prepared', 'prepared'])
  })

  it('a batch file has exact amounts, and its checksum and lines can be verified', async () => {
    const { batch } = await approve()
    const made = await fileOf(batch)
    const [csv, sum] = made.files as [{ path: string; text: string }, { path: string; text: string }]
    expect(sum.text).toBe(`${made.sha256}  ${csv.path}\n`)
    for (const { id, address, cents } of lines)
      expect(csv.text).toContain(`erc20,${chain.tokens.USDT.address},${address},${cents / 100}.00,,bsc,${id}\r\n`)
    const check = (file: string) => checkFile(batch, file)
    expect(await check(csv.text)).toEqual({
      lines: 3,
      sha256: made.sha256,
      isSame: true,
      madeFile: csv.path,
      madeSha256: made.sha256,
      replacedBy: null,
      wrong: [],
    })
    const [first, second] = lines as [Line, Line, Line]
    const forged = csv.text
      .replace(first.address, `0x${'2'.repeat(40)}`)
      .replace(`,200.00,,bsc,${second.id}`, `,2000.00,,bsc,${second.id}`)
    expect(await check(forged)).toMatchObject({ isSame: false, madeFile: csv.path, madeSha256: made.sha256 })
    expect(await check(`${csv.text}\r\n`)).toMatchObject({ isSame: false, wrong: [] })
    expect((await check(forged)).wrong.map(({ id, why }) => [id, why]).toSorted()).toEqual(
      [
        [first.id, 'another address'],
        [second.id, 'another amount'],
      ].toSorted(),
    )
    // A line with another token is wrong although wallet address, amount and payout match, also when the token is
    // quoted.
    const usdt = `erc20,${chain.tokens.USDT.address},`
    for (const token of ['native,,', 'erc20,,', `erc20,${chain.tokens.FEE.address},`, `"erc20",${usdt.slice(6)}`])
      expect((await check(csv.text.replace(`${usdt}${second.address}`, `${token}${second.address}`))).wrong).toEqual([
        { line: expect.any(Number), id: second.id, why: 'another token' },
      ])
    await db.asOwner(`update affiliates set state = 'suspended', reason = 'odd' where user_id = $1`, [first.userId])
    await expect(fileOf(batch)).rejects.toThrow(/is already in payouts-bsc-/)
    expect((await check(csv.text)).wrong).toMatchObject([{ id: first.id, why: 'not to be sent' }])
  })

  it('no batch file is made while the USDT contract of the blockchain is unknown', async () => {
    const { batch } = await approve()
    const none = { ...config, crypto: null }
    const withNetwork = (name: string, tokens: readonly ('USDT' | 'USDC')[]) => ({
      ...config,
      crypto: parseCrypto(
        JSON.stringify(describeCrypto({ [name]: describeChain(chain, { rpcs: [chain.rpcUrl], tokens }) })),
        'a test',
        false,
      ),
    })
    for (const by of [none, withNetwork('base', ['USDT']), withNetwork('bsc', ['USDC'])])
      await expect(fileOf(batch, by)).rejects.toThrow(
        'The USDT contract on bsc is not known, so no payout file can be made. Enter nodes of this network, with USDT, under System › Connections.',
      )
    const [csv] = (await fileOf(batch)).files
    const unknown = { why: 'the USDT contract is not known' }
    expect((await checkFile(batch, csv!.text, none)).wrong).toMatchObject([unknown, unknown, unknown])
  })
})

describe('batch file', () => {
  const again = (batch: string, reason: string, unsent: string, preview = false) =>
    perform(
      db.database,
      'payouts.file',
      { batch, chain: 'bsc', again: reason, unsent },
      { operator: ada, config, preview },
    )
  const cancel = (id: string, ...files: string[]) =>
    perform(
      db.database,
      'payouts.cancel',
      { id, reason: 'wrong', notSent: true, files },
      { handler: createCancellation(async () => async () => null) },
    )
  const listed = async (id: string) =>
    (await perform(db.database, 'payouts.list', {})).items.find((each) => each.id === id)

  it('a payout is in only one file, and payouts left out of the first can go into the next', async () => {
    const { batch } = await approve()
    const [first] = lines as [Line, Line, Line]
    await db.asOwner(`update affiliates set state = 'suspended', reason = 'odd' where user_id = $1`, [first.userId])
    const made = await fileOf(batch)
    const name = made.files[0]!.path
    expect(made).toMatchObject({ payouts: 2, again: [], left: [{ id: first.id, why: 'suspended', file: null }] })
    await expect(fileOf(batch)).rejects.toThrow(
      `Everything in this list that can be sent on this chain is already in ${name} (ben). `,
    )
    await db.asOwner(`update affiliates set state = 'approved', reason = null where user_id = $1`, [first.userId])
    const second = await fileOf(batch)
    expect(second.left.map(({ why, file }) => [why, file])).toEqual([
      ['in_file', name],
      ['in_file', name],
    ])
    expect(second).toMatchObject({ payouts: 1, amount: { amountMinor: first.cents }, again: [] })
    expect(second.files[0]!.path).not.toBe(name)
    expect((await listed(first.id))!.file).toBe(second.files[0]!.path)
    const [list] = (await perform(db.database, 'payouts.batches', {})).items
    expect(list).toMatchObject({ id: batch, files: [name, second.files[0]!.path] })
    // The two files contain different payouts, so neither replaces the other.
    for (const { text, path } of [made.files[0]!, second.files[0]!])
      expect(await checkFile(batch, text)).toMatchObject({ isSame: true, madeFile: path, replacedBy: null, wrong: [] })
  })

  it('a payout file is made again only with a reason, and then replaces the first', async () => {
    const { batch } = await approve()
    const made = await fileOf(batch)
    const name = made.files[0]!.path
    // One payout is paid on the blockchain before the file is made again, so the second file leaves it out.
    const [first] = lines as [Line, Line, Line]
    await record(batch, await send(exactly(first)))
    const seen = await again(batch, 'the disk died', name, true)
    expect(seen.again.map(({ file }) => file)).toEqual([name, name])
    const second = await again(batch, 'the disk died', name)
    expect(second.again).toEqual(seen.again)
    expect(await checkFile(batch, made.files[0]!.text)).toMatchObject({
      isSame: true,
      madeFile: name,
      replacedBy: second.files[0]!.path,
      wrong: [{ id: first.id, why: 'not to be sent' }],
    })
    expect(await checkFile(batch, second.files[0]!.text)).toMatchObject({ isSame: true, replacedBy: null, wrong: [] })
    const [noted] = await db.asOwner<{ details: object }>(
      `select details from audit_log where action = 'payouts.file' and subject = $1 order by at desc limit 1`,
      [`payout batch ${batch}`],
    )
    expect(noted!.details).toMatchObject({
      again: 'the disk died',
      unsent: name,
      repeated: 2,
      sha256: second.sha256,
    })
    // Every payout of the first file is now in a later one, but someone may still send money by the first file.
    await expect(again(batch, 'once more', name)).rejects.toThrow(
      `is last in ${name}. It is in: ${second.files[0]!.path} (ada).`,
    )
  })

  it('repeating a payout file includes only its own payouts, not those of another file', async () => {
    const { batch } = await approve()
    const [first, second, third] = lines as [Line, Line, Line]
    await db.asOwner(`update affiliates set state = 'suspended', reason = 'odd' where user_id = $1`, [first.userId])
    const sent = await fileOf(batch)
    await db.asOwner(`update affiliates set state = 'approved', reason = null where user_id = $1`, [first.userId])
    const lost = await fileOf(batch)
    const [sentName, lostName] = [sent.files[0]!.path, lost.files[0]!.path]
    await expect(fileOf(batch)).rejects.toThrow(new RegExp(`${sentName} \\(ben\\).*name it in --unsent`))
    for (const half of [{ again: 'the disk died' }, { unsent: lostName }])
      await expect(
        perform(db.database, 'payouts.file', { batch, chain: 'bsc', ...half }, { operator: ada, config }),
      ).rejects.toThrow('belong together: the reason, and the file that was never sent')
    await expect(again(batch, 'the disk died', 'payouts-bsc.csv')).rejects.toThrow('is last in payouts-bsc.csv')
    const repeated = await again(batch, 'the disk died', lostName)
    expect(repeated).toMatchObject({ payouts: 1, again: [{ id: first.id, file: lostName }] })
    expect(repeated.left.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
      [second, third]
        .map(({ id }) => ({ id, why: 'in_file', file: sentName }))
        .toSorted((a, b) => a.id.localeCompare(b.id)),
    )
    expect(repeated.files[0]!.text).not.toContain(second.id)
  })

  it('a payout in a file can be cancelled only by naming that file', async () => {
    const { batch } = await approve()
    const [first, second] = lines as [Line, Line, Line]
    await cancel(first.id)
    const [csv] = (await fileOf(batch)).files
    const refusal = `This payout is in ${csv!.path} (ben). Anybody who sends one of these files pays it.`
    await expect(cancel(second.id)).rejects.toThrow(refusal)
    await expect(cancel(second.id, 'payouts-bsc.csv')).rejects.toThrow(refusal)
    await cancel(second.id, csv!.path)
    expect((await states()).toSorted()).toEqual(['approved', 'cancelled', 'cancelled'])
    expect((await checkFile(batch, csv!.text)).wrong).toMatchObject([{ id: second.id, why: 'not to be sent' }])
  })

  it('cancelling a payout requires the names of all files that contain it, which the audit log stores', async () => {
    const { batch } = await approve()
    const [{ id }] = lines as [Line, Line, Line]
    const before = (await fileOf(batch)).files[0]!.path
    const newer = (await again(batch, 'the wallet did not take it', before)).files[0]!.path
    const refusal = `This payout is in ${before} (ben), ${newer} (ada). Anybody who sends one of these files`
    for (const named of [[], [newer], [before]]) await expect(cancel(id, ...named)).rejects.toThrow(refusal)
    await cancel(id, newer, before)
    const [noted] = await db.asOwner<{ details: object }>(
      `select details from audit_log where action = 'payouts.cancel' and subject = $1`,
      [`settlement ${id}`],
    )
    expect(noted!.details).toMatchObject({ files: [before, newer] })
  })

  it('concurrent requests make one payout file', async () => {
    const { batch } = await approve()
    const [first] = lines as [Line, Line, Line]
    const [isHeld, gate] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const held = db.database.transaction(async (tx) => {
      await lockAffiliates(tx, [first.userId])
      isHeld.resolve(undefined)
      await gate.promise
    })
    // The requests start only once this transaction has the lock; a request that locked the affiliate first would not
    // wait for it.
    await isHeld.promise
    const both = [fileOf(batch), fileOf(batch)].map(async (each) => each.catch((error: Error) => error.message))
    await waitForWaiters({ db }, 2)
    gate.resolve(undefined)
    await held
    const made = await Promise.all(both)
    const files = made.flatMap((each) => (typeof each === 'string' ? [] : [each]))
    expect(files).toMatchObject([{ payouts: 3 }])
    expect(made.filter((each) => typeof each === 'string')).toEqual([
      expect.stringMatching(/is already in payouts-bsc-.* \(ben\)/),
    ])
    expect(
      await db.asOwner(`select sha256, cardinality(settlements)::int as lines from payout_files where batch_id = $1`, [
        batch,
      ]),
    ).toEqual([{ sha256: files[0]!.sha256, lines: 3 }])
  })

  it('cancelling a payout waits for a file that is being made and then requires its name', async () => {
    const { batch } = await approve()
    const [first] = lines as [Line, Line, Line]
    const [worked, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const ids = db.database.transaction(async (tx) => {
      await lockAffiliates(tx, [first.userId])
      await rememberFile(tx, {
        batchId: batch,
        chain: 'bsc',
        name: `payouts-bsc-${batch}.csv`,
        sha256: 'a'.repeat(64),
        settlements: [first.id],
        amountMinor: first.cents,
        again: null,
        by: ben,
      })
      worked.resolve(undefined)
      await go.promise
    })
    await worked.promise
    const cancelling = cancel(first.id).catch((error: Error) => error.message)
    await waitForWaiters({ db }, 1)
    go.resolve(undefined)
    await ids
    expect(await cancelling).toMatch(`is in payouts-bsc-${batch}.csv`)
    expect(await states()).toEqual(['approved', 'approved', 'approved'])
  })
})

describe('blockchain transactions of a batch', () => {
  it('one transaction can pay many payouts, and unpaid ones are named and stay open', async () => {
    const { batch } = await approve()
    const [first, second, third] = lines as [Line, Line, Line]
    const hash = await send(exactly(first), exactly(second), [third, 150n * dollar - 1n])
    const shown = await record(batch, hash, { preview: true })
    expect(shown).toMatchObject({ recorded: 2, open: 1 })
    expect(await states()).toEqual(['approved', 'approved', 'approved'])
    const done = await record(batch, `payout,hash\r\n${hash}\r\n`)
    expect(done).toMatchObject({ recorded: 2, amount: { amountMinor: 30_000 }, open: 1 })
    expect(done.lines.find(({ id }) => id === third.id)).toMatchObject({
      state: 'open',
      why: say('en', sentence('transaction.paysOther')),
    })
    expect(await record(batch, hash)).toMatchObject({ recorded: 0, open: 1 })
    const rest = await send(exactly(third))
    expect(await record(batch, `${hash}\n${rest}`)).toMatchObject({ recorded: 1, open: 0 })
    const booked = await db.asOwner(`select source_id from ledger_postings where source_id = any($1)`, [
      lines.map(({ id }) => `settlement:${id}`),
    ])
    expect(booked).toHaveLength(3)
  })

  it('each transfer pays one payout, so two payouts to one wallet address need two transfers', async () => {
    const [first, second] = lines as [Line, Line, Line]
    await db.asOwner('update affiliates set payout_address = $2 where user_id = $1', [second.userId, first.address])
    second.address = first.address
    await perform(db.database, 'payouts.allow-address', { address: first.address, reason: 'a couple' })
    const { batch } = await approve([first, second])
    const one = await send(exactly(second))
    expect(await record(batch, one)).toMatchObject({ recorded: 1, open: 1 })
    const both = await send(exactly(first), exactly(second))
    expect(await record(batch, `${one}\n${both}`)).toMatchObject({ recorded: 1, open: 0 })
    const places = await db.asOwner(
      `select transaction_hash as hash, transfer_index as place from settlements where batch_id = $1`,
      [batch],
    )
    expect(new Set(places.map((each) => JSON.stringify(each))).size).toBe(2)
  })

  it('recording resumes after an interruption, also concurrently, and books nothing twice', async () => {
    const { batch } = await approve()
    const hash = await send(...lines.map(exactly))
    let looks = 0
    const dies = createBatchRecord(async () => async (payout) => {
      looks += 1
      if (looks === 2) throw new Error('the process was killed')
      return createPayoutCheck(chains)(payout)
    })
    const input = { batch, file: hash }
    await expect(perform(db.database, 'payouts.paid-batch', input, { operator: ben, handler: dies })).rejects.toThrow(
      /killed/,
    )
    expect((await states()).filter((state) => state === 'paid')).toHaveLength(1)
    await Promise.allSettled([record(batch, hash), record(batch, hash)])
    expect(await record(batch, hash)).toMatchObject({ recorded: 0, open: 0 })
    const booked = await db.asOwner(`select source_id from ledger_postings where source_id = any($1)`, [
      lines.map(({ id }) => `settlement:${id}`),
    ])
    expect(booked).toHaveLength(3)
  })

  it('without a blockchain node, a transaction is accepted only with the payout that it paid', async () => {
    const { batch } = await approve()
    const hash = `0x${randomBytes(32).toString('hex')}`
    const [first, second] = lines as [Line, Line, Line]
    expect(await record(batch, hash, { by: null })).toMatchObject({ recorded: 0, open: 3 })
    const named = `${first.id},${hash}\n${hash};${second.id}`
    expect(await record(batch, named, { by: null })).toMatchObject({ recorded: 2, open: 1 })
    await expect(record(batch, first.id)).rejects.toThrow(
      /must have one hash per line, alone or with the id of a payout/,
    )
    await expect(record(batch, `00000000-0000-4000-8000-000000000001,${hash}`)).rejects.toThrow(
      /which is not in this list/,
    )
  })
})

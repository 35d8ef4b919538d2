import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { runAction } from '#server/operator/run-action.ts'
import type { Acting } from '#server/platform/act.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import { endExpiredProposals } from '#server/workflows/accounts/privacy/end-proposals.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { dumpTexts } from '#tests/support/dump-texts.ts'
import { OperatorDesk } from '#tests/support/operator-desk.ts'
import { sentence } from '#text/sentence.ts'

let db: TestDatabase
let folder: string
let config: Config
let ann: OperatorDesk
let lin: OperatorDesk
let wei: OperatorDesk
let sam: OperatorDesk
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 6 })
  folder = await mkdtemp(path.join(os.tmpdir(), 'wayfare-approvals-'))
  config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
  ann = await OperatorDesk.open(db, config)
  await ann.firstOwner()
  await openShop()
  lin = (await ann.hire('lin', 'finance')).desk
  wei = (await ann.hire('wei', 'finance')).desk
  sam = (await ann.hire('sam', 'support')).desk
})
afterAll(async () => {
  await Promise.all([ann, lin, wei, sam].map((desk) => desk.close()))
  await rm(folder, { recursive: true, force: true })
  await db.drop()
})

const openShop = () => db.asOwner(`insert into settings (key, value) values ('isOpen', 'true')`)

const promo = (code: string, percent = '60') => [
  'promos.create',
  '--code',
  code,
  '--percent',
  percent,
  '--note',
  'a test',
]
const batch = (name: string, count: string) => [
  'redeem.create',
  '--name',
  name,
  '--count',
  count,
  '--months',
  '1',
  '--devices',
  '1',
]
const price = (sum: string, id = 'plan-1') => ['plans', 'set-price', '--id', id, '--currency', 'USD', '--price', sum]
async function prepare(desk: OperatorDesk, command: readonly string[]): Promise<string> {
  const printed = await desk.run(command)
  expect(printed).toContain('Nothing was done.')
  return /approvals grant --id (\S+)/.exec(printed)?.[1] ?? ''
}
const grant = (desk: OperatorDesk, id: string) => desk.run(['approvals', 'grant', '--id', id])
const promos = async (code: string) => (await db.asOwner('select from promo_codes where code = $1', [code])).length
const stateOf = async (id: string) =>
  (await db.asOwner<{ state: string }>('select state from operator_proposals where id = $1', [id]))[0]?.state

describe('actions that take two operators', () => {
  it('a proposal approved and refused at the same time is decided once', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await prepare(lin, promo(`AT-ONCE-${round}`))
      const refuse = (desk: OperatorDesk) => desk.run(['approvals', 'refuse', '--id', id, '--reason', 'a test'])
      const decided = await Promise.allSettled([grant(wei, id), refuse(wei), grant(wei, id), refuse(lin)])
      expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await promos(`AT-ONCE-${round}`)).toBe((await stateOf(id)) === 'done' ? 1 : 0)
    }
  })

  it('a proposal is not decided by an owner with a support account that they invited alone today', async () => {
    const link = ['notice', 'set', '--en', 'Sign in again at https://new.example', '--zh', '请访问 https://new.example']
    const [ofOwner, ofSupport] = [await prepare(ann, link), await prepare(sam, link)]
    for (const [desk, id] of [
      [sam, ofOwner],
      [ann, ofSupport],
    ] as const)
      await expect(grant(desk, id)).rejects.toThrow('sam is new and was invited by one of you')
    await grant(lin, ofOwner)
    await db.asOwner(`update operators set accepted_at = accepted_at - interval '1 day' where name = 'sam'`)
    await grant(ann, ofSupport)
    await db.asOwner(`update operators set accepted_at = accepted_at + interval '1 day' where name = 'sam'`)
  })

  it.each<[readonly string[], boolean]>([
    [promo('HALF', '50'), false],
    [promo('MORETHANHALF', '50.01'), true],
    [batch('fifty', '50'), false],
    [batch('one more', '1'), true],
    [price('7.67'), false],
    [price('10.90'), true],
    [['operators', 'invite', '--name', 'only support', '--role', 'support'], false],
    [['operators', 'invite', '--name', 'an owner', '--role', 'owner'], true],
    [['operators', 'change', '--name', 'sam', '--role', 'finance'], true],
    [['operators', 'reset-factor', '--name', 'sam', '--reason', 'lost'], true],
  ])('the command %j needs two operators: %s', async (command, takesTwo) => {
    expect((await ann.run(command)).includes('Another operator decides')).toBe(takesTwo)
  })

  it("the second operator's grant executes a proposal once, and both are in the audit log", async () => {
    const id = await prepare(lin, promo('TOGETHER'))
    expect(await promos('TOGETHER')).toBe(0)
    expect(await ann.run('approvals.list')).toContain(id)
    expect(await wei.run(['approvals', 'show', '--id', id])).toMatch(
      /prepared by lin[\s\S]*Then:\nWould create [\s\S]*Now:\nWould create /,
    )
    expect(await grant(wei, id)).toContain('The promo code TOGETHER is valid now.')
    const rows = await db.asOwner<{ operator: string; action: string; by: string | null }>(
      `select operator, action, details->>'preparedBy' as by from audit_log
       where subject in ($1, 'promo TOGETHER') order by at, action`,
      [`proposal ${id}`],
    )
    expect(rows).toEqual([
      { operator: 'lin', action: 'approvals.ask', by: null },
      { operator: 'wei', action: 'approvals.grant', by: 'lin' },
      { operator: 'wei', action: 'promos.create', by: null },
    ])
    for (const desk of [wei, ann]) await expect(grant(desk, id)).rejects.toThrow('There is no such open proposal')
  })

  it('a proposal cannot be granted by its author, by a lower role, or without a code', async () => {
    const id = await prepare(lin, promo('ALONE'))
    await expect(grant(lin, id)).rejects.toThrow('You prepared this. Another operator must approve it.')
    await expect(grant(sam, id)).rejects.toThrow('needs the role finance or above; sam has the role support')
    await db.asOwner(`update operator_sessions set factor_at = now() - interval '5 minutes'`)
    await expect(grant(wei, id)).rejects.toThrow('was not answered')
    await db.asOwner('update operator_sessions set factor_at = now()')
    await db.asOwner(`update operator_proposals set prepared_at = now() - interval '6 days' where id = $1`, [id])
    await expect(grant(lin, id)).rejects.toThrow('Another operator must approve it')
    expect([await promos('ALONE'), await stateOf(id)]).toEqual([0, 'open'])
    await expect(sam.run(['approvals', 'refuse', '--id', id, '--reason', 'no'])).rejects.toThrow(
      'needs the role finance',
    )
    await lin.run(['approvals', 'refuse', '--id', id, '--reason', 'a slip'])
    await expect(grant(wei, id)).rejects.toThrow('There is no such open proposal')
  })

  it('a proposal granted by two operators at once is executed once', async () => {
    const id = await prepare(lin, batch('at once', '600'))
    const both = await Promise.allSettled([grant(wei, id), grant(ann, id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [made] = await db.asOwner<{ codes: number }>(
      `select count(*)::int as codes from redeem_codes c join redeem_batches b on b.id = c.batch_id where b.name = 'at once'`,
    )
    expect([made?.codes, await stateOf(id)]).toEqual([600, 'done'])
  })

  it('a proposal is not executed if its effects changed since it was prepared', async () => {
    const id = await prepare(lin, price('69.00', 'plan-12'))
    await db.asOwner(
      `update goods_prices set price_minor = price_minor + 1 where goods_id = 'plan-12' and currency = 'USD'`,
    )
    await expect(grant(wei, id)).rejects.toThrow('The effect is not what lin saw, so nothing was done')
    expect(await stateOf(id)).toBe('open')
  })

  it('a proposal that fails during execution is closed and cannot be granted again', async () => {
    const id = await prepare(lin, promo('MEANWHILE'))
    await lin.run(promo('MEANWHILE', '10'))
    await expect(grant(wei, id)).rejects.toThrow('There is already a code MEANWHILE')
    expect(await stateOf(id)).toBe('failed')
  })

  it('a proposal uses the file contents from when it was prepared', async () => {
    const file = path.join(folder, 'canary.pem')
    const pem = () => generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const [meant, swapped] = [pem(), pem()]
    await writeFile(file, meant)
    const id = await prepare(ann, ['canary', 'key', '--file', file])
    await writeFile(file, swapped)
    const texts = Object.values(await dumpTexts(db))
    expect(texts.filter((text) => text.includes(meant.split('\n')[1]!.toLowerCase()))).toEqual([])
    await db.asOwner(
      `update operator_proposals set prepared_at = prepared_at - interval '23 hours 59 minutes' where id = $1`,
      [id],
    )
    await expect(grant(ann, id)).rejects.toThrow('You prepared this, and there is no other owner')
    await db.asOwner(`update operator_proposals set prepared_at = prepared_at - interval '1 minute' where id = $1`, [
      id,
    ])
    await grant(ann, id)
    const [kept] = await db.asOwner<{ value: string }>(`select value from settings where key = 'canaryKey'`)
    expect(kept?.value).toBe(meant)
  })

  it('the only owner approves at once only until the shop is opened or closed for the first time', async () => {
    await db.asOwner(`delete from settings where key = 'isOpen'`)
    try {
      await grant(ann, await prepare(ann, ['operators', 'invite', '--name', 'olga', '--role', 'finance']))
      expect(await db.asOwner(`select role from operators where name = 'olga'`)).toEqual([{ role: 'finance' }])
      const [owner] = await db.asOwner<Acting>(`select id, name, role from operators where name = 'ann'`)
      const ran = await runAction('operators.invite', async () => ({ name: 'omar', role: 'finance' }), {
        database: db.database,
        config: { ...config, environment: 'PROD' },
        operator: owner!,
        confirm: async () => ({ ok: true, value: null }),
      })
      expect(ran).toMatchObject({ ok: true, value: { proposal: { isYours: true } } })
      const proposal = ran.ok ? ran.value.proposal : null
      await ann.run(['approvals', 'refuse', '--id', proposal?.id ?? '', '--reason', 'test'])
    } finally {
      await openShop()
    }
    const later = await prepare(ann, ['operators', 'invite', '--name', 'otto', '--role', 'finance'])
    await expect(grant(ann, later)).rejects.toThrow('You prepared this, and there is no other owner')
    await ann.run(['approvals', 'refuse', '--id', later, '--reason', 'test'])
  })

  it('a proposal keeps its contents only until it is decided, failed, refused or expired', async () => {
    const refused = await prepare(lin, promo('REFUSED'))
    await wei.run(['approvals', 'refuse', '--id', refused, '--reason', 'no'])
    const [over, waits] = [await prepare(lin, promo('OVER')), await prepare(lin, promo('WAITS'))]
    await db.asOwner(`update operator_proposals set prepared_at = now() - interval '7 days' where id = $1`, [over])
    await endExpiredProposals(db.database)
    const rows = await db.asOwner<{ state: string; isEmpty: boolean }>(
      'select distinct state, sealed is null as "isEmpty" from operator_proposals order by 1, 2',
    )
    expect(rows).toEqual([
      { state: 'done', isEmpty: true },
      { state: 'failed', isEmpty: true },
      { state: 'open', isEmpty: false },
      { state: 'refused', isEmpty: true },
    ])
    expect([await stateOf(over), await stateOf(waits)]).toEqual(['refused', 'open'])
    const audited = await db.asOwner(`select operator, details from audit_log where subject = $1 order by at`, [
      `proposal ${over}`,
    ])
    expect(audited.at(-1)).toEqual({
      operator: 'system',
      details: { action: 'promos.create', reason: sentence('proposal.expired', { days: 7 }) },
    })
    await expect(grant(wei, over)).rejects.toThrow('There is no such open proposal')
    await db.asOwner(`update operator_proposals set sealed = null where id = $1`, [waits])
    await expect(grant(wei, waits)).rejects.toThrow('This proposal can no longer be read')
    await wei.run(['approvals', 'refuse', '--id', waits, '--reason', 'no'])
  })
})

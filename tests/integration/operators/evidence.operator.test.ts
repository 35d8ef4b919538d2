import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionNames, operatorActions, type ActionName } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import type { FieldNotes } from '#shared/contract/operator/fields.ts'
import { bindIdentifier } from '#server/modules/accounts/accounts.service.ts'
import { scheduleDeletion } from '#server/modules/accounts/deletion.service.ts'
import { openAffiliate, saveGreetingName } from '#server/modules/affiliates/affiliates.service.ts'
import { erasePersonFromAuditLog } from '#server/modules/audit/audit.queries.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { done, Refused } from '#server/platform/act.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { sealedColumns } from '#server/db/sealed-columns.ts'
import { carryOut } from '#server/operator/carry-out.ts'
import { storableInput } from '#server/operator/resolve-input.ts'
import { runAction } from '#server/operator/run-action.ts'
import { AppError } from '#shared/errors.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { createTestApp, registerThroughApi, type TestApp } from '#tests/support/app.ts'
import { dumpTexts } from '#tests/support/dump-texts.ts'
import { written } from '#tests/support/example-values.ts'
import { asNative, userIdOf } from '#tests/support/native.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { openCompany } from '../affiliates/affiliates.setup.ts'
import { sentence } from '#text/sentence.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 8 })
})
afterAll(() => app.close())

const password = 'correct horse 42'
type Field = FieldNotes & {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minimum?: number
}
const fieldsOf = (name: ActionName) =>
  Object.entries((operatorActions[name] as OperatorAction).input.properties as Record<string, Field>)
const acts = actionNames.filter((name) => operatorActions[name].kind === 'act')

/**
 * Shop fields in which a person's name stays after an erasure, each with the reason. The operator who wrote the text
 * removes it with the same action.
 */
const leftAlone: Readonly<Record<string, string>> = {
  'content.save-draft.titleEn': 'published text: a new version replaces it, and readers have seen it',
  'content.save-draft.titleZh': 'published text: a new version replaces it, and readers have seen it',
  'content.save-draft.summaryEn': 'published text: a new version replaces it, and readers have seen it',
  'content.save-draft.summaryZh': 'published text: a new version replaces it, and readers have seen it',
  'content.save-draft.actionEn': 'published text: a new version replaces it, and readers have seen it',
  'content.save-draft.actionZh': 'published text: a new version replaces it, and readers have seen it',
  'content.save-draft.category': 'published text: a new version replaces it, and readers have seen it',
  'notice.set.en': 'published text on every page: the next notice replaces it',
  'notice.set.zh': 'published text on every page: the next notice replaces it',
  'clients.publish.address': 'address of a download: changing it would break the download',
  'clients.publish.mirror': 'address of a download: changing it would break the download',
  'settings.set.value': 'setting of the shop, such as its brand and links: changing it would change the shop',
  'operators.set-address.email': "the operator's own address, encrypted: only they receive mail there",
  'exports.set-mail.email': "address of the shop's accountant, encrypted: its own link ends it",
  'webhooks.add.webhookAddress': "address of the shop's own receiver, encrypted",
  'notifications.set.webhookAddress': "address of the operator's own receiver, encrypted",
  'tunnels.set-provider.username': 'admin of the shop at its panel: changing it would break the connection',
  'tunnels.set-provider.vlessInbounds': 'name of an inbound at the panel: changing it would break the connection',
  'tunnels.set-provider.trojanInbounds': 'name of an inbound at the panel: changing it would break the connection',
  'tunnels.set-provider.shadowsocksInbounds': 'name of an inbound at the panel: changing it would break the connection',
  'tunnels.test-settings.username': 'admin of the shop at its panel: changing it would break the connection',
  'tunnels.test-settings.vlessInbounds': 'name of an inbound at the panel: changing it would break the connection',
  'tunnels.test-settings.trojanInbounds': 'name of an inbound at the panel: changing it would break the connection',
  'tunnels.test-settings.shadowsocksInbounds':
    'name of an inbound at the panel: changing it would break the connection',
  'views.save.address': 'address of the console, whose own rule refuses filters that name a person',
}
/** Other fields for the shop's own data. They refer to existing objects, so a person's name in them is refused. */
const ofTheShop: readonly string[] = [
  'refunds.retry.refund',
  'groups.remove-seat.group',
  'groups.ask-remove-seat.group',
  'groups.expire.group',
  'groups.ask-expire.group',
  'plans.add.id',
  'plans.set-price.id',
  'plans.set-group-price.id',
  'plans.describe.id',
  'plans.retire.id',
  'plans.restore.id',
  'promos.create.code',
  'promos.disable.code',
  'payouts.file.unsent',
  'payouts.paid.hash',
  'payouts.cancel.files',
  'benefits.withdraw.account',
  'crypto.import-addresses.network',
  'crypto.refund-sent.refund',
  'crypto.refund-sent.tx',
  'crypto.rescan.chain',
  'tunnels.set-provider.squads',
  'tunnels.test-settings.squads',
  'nodes.add.networks',
  'nodes.add.country',
  'nodes.add.cityEn',
  'nodes.add.cityZh',
  'exports.start.month',
  'nodes.edit.node',
  'nodes.edit.networks',
  'nodes.edit.country',
  'nodes.edit.cityEn',
  'nodes.edit.cityZh',
  'nodes.install.node',
  'nodes.disable.node',
  'nodes.remove.node',
  'nodes.rotate-token.node',
]

describe('fields of actions', () => {
  it('every action field is classified as name, personal data or checked text, except the listed shop fields', () => {
    const found = acts.flatMap((name) =>
      fieldsOf(name).flatMap(([field, { holds }]) => (holds === 'shop' ? [`${name}.${field}`] : [])),
    )
    expect(found.toSorted()).toEqual([...Object.keys(leftAlone), ...ofTheShop].toSorted())
  })
})

async function openPerson(name: string, mark: string) {
  const { uid } = await registerThroughApi(app, name)
  const userId = await userIdOf(app, uid)
  const email = `canary-${mark}@example.org`
  const phone = `+86139${mark.padStart(8, '0')}`
  await app.db.asOwner(
    `insert into account_identifiers (user_id, kind, value, lookup_key, verified_at)
     values ($1, 'email', $2, $2, now()), ($1, 'phone', $3, $3, now())`,
    [userId, email, phone],
  )
  const device = `Canary’s iPhone ${mark}`
  const phoneApp = asNative(app, { platform: 'ios', deviceId: `canary-device-${mark}`, name: device })
  await app.call('/api/user/user_login_username', { accountName: name, password, agreed: true }, phoneApp)
  const wallet = `0x${mark.padStart(40, 'c')}`
  const greeting = `Anna Zambezi${'abcdefghij'[Number(mark.at(-1))]}`
  await app.db.database.transaction(async (tx) => {
    await openAffiliate(tx, userId)
    await saveGreetingName(tx, userId, greeting, ['Wayfare'])
  })
  await app.db.asOwner(`update affiliates set payout_chain = 'ethereum', payout_address = $2 where user_id = $1`, [
    userId,
    wallet,
  ])
  // Invite code of letters only, which looks like a word. About one in twenty random codes has this form.
  const inviteCode = mark.replaceAll(/\d/g, (digit) => 'ABCDEFGHJK'[Number(digit)]!)
  await app.db.asOwner('update users set invite_code = $2 where id = $1', [userId, inviteCode])
  const names = { name, email, phone, device, wallet, greeting, inviteCode }
  return { uid, userId, names }
}

/** Spellings in which people type the name. */
const spellings = (name: string): string[] =>
  /^\+\d+$/.test(name)
    ? [name, `${name.slice(0, 3)} ${name.slice(3, 6)} ${name.slice(6, 10)} ${name.slice(10)}`, name.slice(3)]
    : [name, name.toUpperCase()]

async function erase(userId: string) {
  await app.db.database.transaction((tx) => scheduleDeletion(tx, userId))
  await app.db.asOwner('update account_deletions set erase_at = now() where user_id = $1', [userId])
  expect(await eraseDueAccounts(app.db.database)).toBe(1)
}

async function openSealed(): Promise<Record<string, string>> {
  const keyring = createKeyring(app.config.secretKey)
  const texts: Record<string, string> = {}
  for (const column of sealedColumns) {
    const ids = (await column.page(app.db.database, column.first, 10_000)).map(({ id }) => id)
    const rows = await column.read(app.db.database, ids)
    texts[`opened ${column.name}`] = rows
      .map(({ id, sealed }) => keyring.open(column.purposeOf(id), sealed))
      .join('\n')
      .toLowerCase()
  }
  return texts
}

async function findLeft(names: Readonly<Record<string, string>>): Promise<string[]> {
  const texts = Object.entries({ ...(await dumpTexts(app.db)), ...(await openSealed()) }).map(
    ([column, text]) => [column, text.normalize('NFKC')] as const,
  )
  return Object.values(names).flatMap((name) =>
    spellings(name).flatMap((spelling) =>
      texts.flatMap(([column, text]) =>
        text.includes(spelling.normalize('NFKC').toLowerCase()) ? [`${spelling} in ${column}`] : [],
      ),
    ),
  )
}

const limitPersonActs = (personActs: number) =>
  app.db.asOwner(
    `insert into settings (key, value) values ('operatorLimits', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ personActs, giftPeople: 1_000 })],
  )

describe('text typed by operators', () => {
  it('no action leaves a name of an erased person in any column', async () => {
    const person = await openPerson('canary.7f3a', '70707301')
    const company = openCompany(app.db)
    const bought = await company.buy({ userId: person.userId }, { totalMinor: 80_000, currency: 'CNY' })
    const valueOf = (field: Field, typed: string): unknown => {
      if (field.holds === 'user') return String(person.uid)
      if (field.holds === 'order') return field.type === 'array' ? [bought.orderId] : bought.orderId
      if (field.folder) return []
      if (field.type === 'array') return [typed]
      if (field.type === 'boolean') return true
      if (field.enum) return field.enum[0]
      if (field.date) return '2099-01-01'
      return field.type === 'integer' ? (field.minimum ?? 1) : (written[field.pattern ?? ''] ?? typed)
    }
    let [tried, carried, proposed] = [0, 0, 0]
    // Runs all actions within an operator's daily limits, then beyond them, where actions on users become proposals.
    for (const name of [...acts, 'limits' as const, ...acts]) {
      if (name === 'limits') {
        await limitPersonActs(0)
        continue
      }
      // Makes room for the proposals of the next action; these stay open.
      await app.db.asOwner(`update operator_proposals set prepared_at = now() - interval '8 days'`)
      const { input } = operatorActions[name] as OperatorAction
      const required = (input.required ?? []) as readonly string[]
      const takesUser = fieldsOf(name).some(([, { holds }]) => holds === 'user' || holds === 'order')
      const base = Object.fromEntries(
        fieldsOf(name).flatMap(([field, schema]) =>
          required.includes(field) || (takesUser && field === 'user') ? [[field, valueOf(schema, 'x')]] : [],
        ),
      )
      // An earlier action may have cleared the greeting name.
      await app.db.asOwner('update affiliates set greeting_name = $2 where user_id = $1', [
        person.userId,
        person.names.greeting,
      ])
      for (const [field, schema] of fieldsOf(name)) {
        if (schema.type !== 'string' && schema.type !== 'array') continue
        if (schema.enum || schema.file || schema.folder || `${name}.${field}` in leftAlone) continue
        // Device names and first names identify a person only in actions about a user.
        const { device, greeting, ...own } = person.names
        for (const typed of Object.values(takesUser ? { device, greeting, ...own } : own).flatMap(spellings)) {
          const isName = schema.holds !== undefined || schema.pattern !== undefined
          const text = isName ? typed : `Asked for by ${typed}, twice.`
          const given = { ...base, [field]: schema.type === 'array' ? [text] : text }
          tried += 1
          const ran = await runAction(name, async () => given, {
            database: app.db.database,
            config: app.config,
            operator: { ...ada, role: 'owner' },
            confirm: async () => ({ ok: true, value: null }),
          }).catch((error: unknown) => {
            if (error instanceof AppError) return null
            throw error
          })
          if (ran?.ok) carried += 1
          if (ran?.ok && ran.value.proposal) proposed += 1
        }
      }
    }
    expect(tried).toBeGreaterThan(1_000)
    expect(carried).toBeGreaterThan(30)
    expect(proposed).toBeGreaterThan(15)
    await erase(person.userId)
    expect(await findLeft(person.names)).toEqual([])
    await limitPersonActs(200)
  })

  it('text of a proposal is stored encrypted for every action, and is gone after the erasure', async () => {
    const person = await openPerson('waits.open', '70707315')
    const valueOf = (field: Field, typed: string): unknown => {
      if (field.folder) return [{ path: 'a.txt', text: typed }]
      return field.type === 'array' ? [typed] : typed
    }
    const takesTwo = async () => done({}, 'a test', {}, { takesTwo: sentence('reach.everyone') })
    // Device names and first names identify a person only in actions about a user.
    const { device: _device, greeting: _greeting, ...own } = person.names
    const names = Object.values(own)
    let [personal, refused] = [0, 0]
    for (const name of acts) {
      await app.db.asOwner(`update operator_proposals set prepared_at = now() - interval '8 days'`)
      for (const [field, schema] of fieldsOf(name)) {
        const isPrivate = schema.holds === 'person' || schema.file !== undefined || schema.folder !== undefined
        if (!isPrivate && schema.holds !== 'user') continue
        for (const typed of names) {
          const wish = {
            database: app.db.database,
            config: app.config,
            operator: { ...ada, role: 'owner' as const },
            confirm: async () => ({ ok: true as const, value: null }),
          }
          const ran = await carryOut(name, takesTwo, { [field]: valueOf(schema, typed) }, wish).catch(
            (error: unknown) => {
              if (error instanceof AppError || error instanceof Refused) return null
              throw error
            },
          )
          if (ran?.ok && ran.value.proposal && isPrivate) personal += 1
          if (!ran?.ok) refused += 1
        }
      }
    }
    expect(personal).toBeGreaterThan(100)
    // A wallet address in the field of a user is refused, because it identifies nobody.
    expect(refused).toBeGreaterThan(0)
    const left = new Set((await findLeft(person.names)).map((line) => line.split(' in ').at(-1)!))
    expect([...left].filter((column) => /proposals|audit_log/.test(column))).toEqual([
      'opened operator_proposals.sealed',
    ])
    await erase(person.userId)
    expect(await findLeft(person.names)).toEqual([])
  })

  it('text that names a user is refused with a hint how to refer to them', async () => {
    const { uid, names } = await openPerson('spelt.out', '70707302')
    const give = (reason: string) =>
      perform(app.db.database, 'people.give-time', { user: String(uid), days: 1, reason }, { config: app.config })
    for (const name of Object.values(names).flatMap(spellings))
      await expect(give(`For ${name}.`), name).rejects.toThrow('--reason must not')
    await give(`For user ${uid}, who lost the iPhone on 2026-11-28.`)
  })

  it('a user named in a proposal is stored as an id, and a second operator can grant it', async () => {
    const first = await openPerson('handed.on', '70707303')
    const input = { user: ' Handed.ON', reason: 'asked by mail' }
    await perform(app.db.database, 'people.erase', input, { config: app.config })
    const [proposal] = await app.db.asOwner<{ id: string; options: unknown }>(
      `select id, options from operator_proposals where action = 'people.erase' order by id desc limit 1`,
    )
    const resolved = { user: String(first.uid), reason: 'asked by mail' }
    expect(proposal!.options).toEqual(resolved)
    const [audited] = await app.db.asOwner(`select details->'options' as options from audit_log where subject = $1`, [
      `proposal ${proposal!.id}`,
    ])
    expect(audited).toEqual({ options: resolved })
    await app.db.asOwner(
      `update account_identifiers set value = 'renamed', lookup_key = 'renamed' where lookup_key = $1`,
      ['handed.on'],
    )
    await registerThroughApi(app, 'handed.on')
    const granted = await perform(
      app.db.database,
      'approvals.grant',
      { id: proposal!.id },
      { operator: ben, config: app.config },
    )
    expect(granted.output).toMatchObject({ uid: first.uid })
    expect(await app.db.asOwner('select 1 from account_deletions where user_id = $1', [first.userId])).toHaveLength(1)
  })

  it('an erasure ends open proposals about the person or with their email address, and no others', async () => {
    await limitPersonActs(0)
    const [person, other] = [await openPerson('seals.it', '70707313'), await openPerson('stays.sealed', '70707314')]
    const propose = async (user: number, address: string) => {
      const input = { user: String(user), kind: 'email', address, reason: 'x' } as const
      await perform(app.db.database, 'people.change-address', input, { config: app.config })
      const [{ id } = { id: '' }] = await app.db.asOwner<{ id: string }>(
        'select id from operator_proposals order by id desc limit 1',
      )
      return id
    }
    const holds = await propose(other.uid, `${person.names.email}.example`)
    const about = await propose(person.uid, 'new-70707313@example.org')
    const ids = [await propose(other.uid, 'new-70707314@example.org')]
    await app.db.asOwner(`update account_identifiers set value = $2, lookup_key = $2 where lookup_key = $1`, [
      person.names.email,
      `${person.names.email}.example`,
    ])
    await erase(person.userId)
    const rows = await app.db.asOwner<{ id: string }>(
      `select id, state, decided_by as by, note, sealed is null as "isEmpty" from operator_proposals where id = any($1)`,
      [[holds, about, ...ids]],
    )
    const ended = { state: 'refused', by: null, note: 'It names an account that was erased.', isEmpty: true }
    expect(Object.fromEntries(rows.map(({ id, ...row }) => [id, row]))).toEqual({
      [holds]: ended,
      [about]: ended,
      [ids[0]!]: { state: 'open', by: null, note: null, isEmpty: false },
    })
    const audited = await app.db.asOwner(
      `select operator, action, details from audit_log where subject = $1 and action = 'approvals.refuse'`,
      [`proposal ${about}`],
    )
    expect(audited).toEqual([
      {
        operator: 'system',
        action: 'approvals.refuse',
        details: { action: 'people.change-address', reason: sentence('proposal.namesErased') },
      },
    ])
    await limitPersonActs(200)
  })

  it('an erasure removes names and email addresses that the person changed earlier', async () => {
    const person = await openPerson('was.first-1', '70707315')
    const next = { kind: 'account_name', value: 'is.second-2', lookupKey: 'is.second-2' } as const
    const moved = {
      kind: 'email',
      value: 'moved-70707315@example.org',
      lookupKey: 'moved-70707315@example.org',
    } as const
    await app.db.database.transaction(async (tx) => {
      await bindIdentifier(tx, person.userId, next)
      await bindIdentifier(tx, person.userId, moved)
    })
    // An operator may remember the names and type them about another user's order.
    const details = { reason: `was.first-1 wrote from ${person.names.email}` }
    const operator = { id: ada.id, name: ada.name }
    await app.db.database.transaction((tx) =>
      recordAction(tx, { operator, action: 'orders.refund', subject: 'order 0000-0000', details }),
    )
    await erase(person.userId)
    expect(await findLeft({ ...person.names, next: next.value, moved: moved.value })).toEqual([])
  })

  it('the audit log contains no personal fields and no files of actions', async () => {
    const { uid } = await openPerson('asks.twice', '70707304')
    await perform(app.db.database, 'people.erase', { user: String(uid), reason: 'x' }, { config: app.config })
    const action = operatorActions['people.change-address']
    const input = { user: '1', kind: 'email', address: 'new@example.com', reason: 'x' }
    expect(storableInput(action, input)).toEqual({ ...input, address: '…' })
    expect(storableInput(operatorActions['canary.key'], { file: 'a key' })).toEqual({ file: '…' })
  })

  it('a viewer sees which user a proposal is about, but neither text nor effects', async () => {
    const { uid } = await openPerson('is.masked', '70707305')
    await perform(app.db.database, 'people.erase', { user: 'is.masked', reason: 'told' }, { config: app.config })
    const [{ id } = { id: '' }] = await app.db.asOwner<{ id: string }>(
      `select id from operator_proposals where options->>'user' = $1`,
      [String(uid)],
    )
    const show = (role: 'viewer' | 'support') =>
      perform(app.db.database, 'approvals.show', { id }, { role, config: app.config })
    expect(await show('viewer')).toMatchObject({ input: { user: String(uid), reason: '***' }, before: null, now: null })
    expect(await show('support')).toMatchObject({ input: { reason: 'told' }, now: { uid } })
  })

  it('a user id in a form selects that user even if someone registered it as an account name', async () => {
    const { uid } = await openPerson('has.a.number', '70707306')
    await registerThroughApi(app, String(uid))
    const given = await perform(app.db.database, 'people.give-time', { user: String(uid), days: 1, reason: 'x' })
    expect(given.uid).toBe(uid)
  })

  it('a reason may contain a user id, an order number and a date, even if someone registered them as account names', async () => {
    const { uid } = await openPerson('is.written.about', '70707311')
    for (const name of [String(uid), '7k2m-9x4p', '2026-11-28']) await registerThroughApi(app, name)
    const reason = `As user ${uid} and order 7k2m-9x4p of 2026-11-28`
    const given = await perform(app.db.database, 'people.give-time', { user: String(uid), days: 1, reason })
    expect(given.uid).toBe(uid)
  })
})

describe('audit log entries in which operators typed names', () => {
  const typedRows = async (person: Awaited<ReturnType<typeof openPerson>>) => {
    for (const name of Object.values(person.names).flatMap(spellings)) {
      // Outside of sentences, a single word is treated as a code, but an email address never is.
      const deep = /[@\s]|.{26}/.test(name) ? name : 'x'
      const details = { options: { user: name, reason: `by ${name},\n${name} today` }, why: 'x', list: [{ deep }] }
      await app.db.asOwner(
        `insert into audit_log (id, operator, action, subject, details) values (gen_random_uuid(), 'ada', 'approvals.ask', $1, $2)`,
        [`user ${person.uid}`, details],
      )
      await app.db.asOwner(
        `insert into operator_proposals (id, action, options, why, preview, prepared_by)
         values (gen_random_uuid(), 'people.change-address', $1, '{}', $2, $3)`,
        [
          { user: name, address: `other-${person.names.email}`, reason: name },
          JSON.stringify({ before: name }),
          ada.id,
        ],
      )
    }
    const { email } = person.names
    await app.db.asOwner(
      `insert into audit_log (id, operator, action, subject, details) values (gen_random_uuid(), 'ada', 'limits.change', 'limits', $1)`,
      [{ reason: `${email} — and user ${person.uid}`, kept: 'as it was', count: 7 }],
    )
  }

  it("an erasure removes the user's names from what operators typed, and nothing else", async () => {
    const [person, other] = [await openPerson('of.before', '70707307'), await openPerson('stays.here', '70707308')]
    await typedRows(person)
    await typedRows(other)
    const before = await app.db.asOwner(`select id, details from audit_log where details::text like '%stays.here%'`)
    await erase(person.userId)
    expect(await findLeft(person.names)).toEqual([])
    expect(await app.db.asOwner(`select id, details from audit_log where details::text like '%stays.here%'`)).toEqual(
      before,
    )
    const rows = await app.db.asOwner<{ id: string; details: object }>(
      `select id, details from audit_log where subject = 'limits' and details::text like '%user ${person.uid}%'`,
    )
    expect(rows.map(({ details }) => details)).toEqual([
      { reason: `erased — and user ${person.uid}`, kept: 'as it was', count: 7 },
    ])
    const [told] = await app.db.asOwner<{ details: { rows: string[] } }>(
      `select details from audit_log where action = 'audit.erase' and subject = $1`,
      [`user ${person.uid}`],
    )
    expect(told!.details.rows).toContain(rows[0]!.id)
  })

  it("an erasure keeps dates and other people's ids that equal the erased account name", async () => {
    const victim = await openPerson('keeps.the.log', '70707312')
    const [subject, day] = [`user ${victim.uid}`, 'of 2025-01-31']
    await app.db.asOwner(
      `insert into audit_log (id, operator, action, subject, details) values (gen_random_uuid(), 'ada', 'x.kept', $1, $2)`,
      [subject, { reason: `${day}, ${subject}, order 7k2m-9x4r` }],
    )
    const proposal = { user: String(victim.uid), address: 'x', reason: `${day}, order 7k2m-9x4r` }
    await app.db.asOwner(
      `insert into operator_proposals (id, action, options, why, preview, prepared_by)
       values (gen_random_uuid(), 'people.change-address', $1, '{}', '"kept"', $2)`,
      [proposal, ada.id],
    )
    for (const name of [String(victim.uid), '2025', '7k2m-9x4r']) {
      await registerThroughApi(app, name)
      const [taken] = await app.db.asOwner<{ id: string }>(
        'select user_id as id from account_identifiers where lookup_key = $1',
        [name],
      )
      await erase(taken!.id)
    }
    expect(
      await app.db.asOwner(`select subject, details ->> 'reason' as reason from audit_log where action = 'x.kept'`),
    ).toEqual([{ subject, reason: `${day}, ${subject}, order 7k2m-9x4r` }])
    expect(
      await app.db.asOwner(`select options, preview from operator_proposals where options ->> 'user' = $1`, [
        String(victim.uid),
      ]),
    ).toMatchObject([{ options: proposal, preview: '"kept"' }])
  })

  it('codes, states and subjects that equal the name of an erased account are kept', async () => {
    const names = ['paid', 'plan-12', 'new_sign_in', 'vip2']
    const kept = {
      state: 'paid',
      plan: 'plan-12',
      kinds: ['new_sign_in', { code: 'VIP2' }],
      changes: { plan: 'plan-12' },
    }
    const write = (subject: string, details: object) =>
      app.db.asOwner(
        `insert into audit_log (id, operator, action, subject, details) values (gen_random_uuid(), 'ada', 'x.coded', $1, $2)`,
        [subject, details],
      )
    await write('promo VIP2', { ...kept, reason: 'like plan-13' })
    for (const name of names) {
      const { uid } = await registerThroughApi(app, name)
      await write(`user ${uid}`, { ...kept, reason: `as ${name} says` })
      await app.db.asOwner(
        `insert into operator_proposals (id, action, options, why, prepared_by) values (gen_random_uuid(), 'x.coded', $1, '"paid"', $2)`,
        [{ ...kept, user: String(uid) }, ada.id],
      )
      await erase(await userIdOf(app, uid))
    }
    const rows = await app.db.asOwner<{ subject: string; details: object }>(
      `select subject, details from audit_log where action = 'x.coded' order by subject`,
    )
    expect(rows[0]).toEqual({ subject: 'promo VIP2', details: { ...kept, reason: 'like plan-13' } })
    expect(rows.slice(1).map(({ details }) => details)).toEqual(
      names.map(() => ({ ...kept, reason: 'as erased says' })),
    )
    const proposals = await app.db.asOwner<{ options: object; why: string }>(
      `select options, why from operator_proposals where action = 'x.coded'`,
    )
    for (const { options, why } of proposals) expect([options, why]).toMatchObject([kept, 'paid'])
  })

  it('audit rows are read by an index, including those about the person', async () => {
    await app.db.asOwner(
      `insert into audit_log (id, operator, action, subject, details)
       select gen_random_uuid(), 'ada', 'x.many', 'limits', jsonb_build_object('reason', 'number ' || n) from generate_series(1, 5000) n`,
    )
    await app.db.asOwner('analyze audit_log')
    const planOf = async (condition: string) =>
      (await app.db.asOwner<{ 'QUERY PLAN': string }>(`explain select id from audit_log a where ${condition}`))
        .map((row) => row['QUERY PLAN'])
        .join(' ')
    expect(await planOf(`audit_words(a.subject, a.details) @> '{anna,k7}'`)).toContain('audit_log_words')
    expect(await planOf(`lower(a.subject) = any ('{user 1,order 2}')`)).toContain('audit_log_subject_start')
  })

  it('audit rows are found in every spelling of a name', async () => {
    const glue = fc.constantFrom('', ' ', '.', '-', '_', '@', '(', '\n', '，', 'a', '7', '+')
    const part = fc.constantFrom(
      'anna',
      'ANNA',
      'Ǆ',
      'ſtraße',
      'σας',
      'ΣΑΣ',
      '86',
      '139',
      '7070',
      '７０７０',
      '7301',
      '+8613970707301',
    )
    const texts = fc.array(fc.tuple(part, glue), { minLength: 1, maxLength: 6 }).map((parts) => parts.flat().join(''))
    const phone = fc.stringMatching(/^\+[0-9]{8,15}$/)
    const pairs = fc.oneof(
      fc.tuple(texts, texts, texts).map(([name, before, after]) => [name, `${before} ${name.toLowerCase()}-${after}`]),
      fc.tuple(texts, texts),
      fc
        .tuple(phone, glue, texts)
        .map(([number, by, after]) => [number, `1${by}${number.slice(-9).split('').join(by)}${after}`]),
    )
    const cases = fc.sample(pairs, { numRuns: 3_000, seed: Date.now() })
    const found = await app.db.asOwner<{ name: string; line: string; seen: boolean }>(
      `select t.name, t.line, words_of(array[t.line]) @> words_of_name(t.name) as seen
       from unnest($1::text[], $2::text[]) t (name, line) where normalize(t.line, nfkc) ~* pattern_of_name(t.name)`,
      [cases.map(([name]) => name.trim()), cases.map(([, line]) => line)],
    )
    expect(found.length).toBeGreaterThan(500)
    expect(found.filter(({ seen }) => !seen)).toEqual([])
  })

  it('audit rows are changed only by a due erasure', async () => {
    const { userId } = await openPerson('not.due', '70707309')
    const ask = app.db.database.transaction((tx) => erasePersonFromAuditLog(tx, { userId, about: [], words: [] }))
    await expect(ask).rejects.toThrow('is not due for erasure')
    const client = new pg.Client({ ...app.db.connection, options: '-c role=wayfare_app' })
    await client.connect()
    await expect(client.query(`update audit_log set subject = 'x'`)).rejects.toThrow('permission denied')
    await expect(client.query('delete from audit_log')).rejects.toThrow('permission denied')
    await client.end()
  })
})

import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionNames, operatorActions, type ActionInput, type ActionName } from '#shared/contract/operator.ts'
import type { ActAction, EditAction, OperatorAction } from '#shared/contract/operator/action.ts'
import { defaultTerms } from '#server/modules/catalog/default-settings.ts'
import { openForm } from '#server/operator/open-form.ts'
import { runImport } from '#server/workflows/imports/run-import.ts'
import { undoImport } from '#server/workflows/imports/undo-import.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { differencesBetween, readWholeDatabase } from '#tests/support/whole-database.ts'
import { openFullShop, shopConfig, type FullShop } from './full-shop.setup.ts'

let shop: FullShop
beforeAll(async () => {
  shop = await openFullShop()
})
afterAll(() => shop.close())

type Fields = Readonly<Record<string, unknown>>
type Did = { readonly input: Fields; readonly output: Fields }
type Pair = {
  readonly prepare?: () => Promise<unknown>
  /** Input of the action; the default is the shop's example. */
  readonly input?: () => Promise<Fields> | Fields
  /** Fields of the undo that the operator looks up or remembers; an array for several undos in order. */
  readonly undo?: (did: Did) => Promise<Fields | Fields[]> | Fields | Fields[]
  /** Work of jobs after the undo. */
  readonly finish?: (did: Did) => Promise<unknown>
  /**
   * True if the action creates something new, so that its undo is the one that the registry declares for new objects.
   */
  readonly isNew?: true
  /** Relevant differences that the undo leaves, as declared in `stays`. */
  readonly left?: readonly string[]
  /**
   * Reads what users are shown, which must be the same before the action and after its undo. Used for append-only
   * tables, whose rows are never removed.
   */
  readonly shows?: () => Promise<unknown>
}

/** Differences without effect: times, counters, values encrypted or written again, and job queues. */
const traces: readonly (string | RegExp)[] = [
  /\.(updated|last|saved|blocked|closed|ended)_at moved$/,
  /\.(version|revision)$/,
  // The undo names its operator as the author.
  'segments.operator',
  'support_replies.operator',
  'referrals.decided_by',
  // Panels receive the state after each action; the last one equals the first.
  /tunnel_deliveries/,
  // Risk rules check a user again after each decision.
  /\+risk_dues/,
  // A setting at its default is stored explicitly with the same value.
  '+settings',
  '+operator_notifications',
  'operators.sealed_email',
  'tunnel_nodes.sealed_settings',
  'tunnel_providers.settings',
  // Rows of ended blocks remain, without the payer.
  /blocked_payers/,
]
const isTrace = (difference: string) =>
  traces.some((trace) => (typeof trace === 'string' ? trace === difference : trace.test(difference)))

const database = () => shop.db.database
const rows = async (text: string, values: unknown[] = []) => shop.db.asOwner<Record<string, string>>(text, values)
const newest = async (text: string, values: unknown[] = []) => (await rows(text, values))[0]?.['id'] ?? ''
const example = <N extends ActionName>(name: N) => shop.examples[name] as ActionInput<N>

const openProposals = async () =>
  (await rows(`select id from operator_proposals where state = 'open'`)).map(({ id }) => id)
async function act(name: ActionName, input: Fields): Promise<Fields> {
  const how = { operator: ben, config: shopConfig() }
  const before = await openProposals()
  const output = await perform(database(), name as never, input as never, how)
  const id = (await openProposals()).find((each) => !before.includes(each))
  if (id === undefined) return output
  const granted = await perform(database(), 'approvals.grant', { id }, { ...how, operator: ada })
  return granted.output as Fields
}

const importJob = (importId: string) => ({
  payload: { importId },
  signal: new AbortController().signal,
  completeIn: async () => {},
})

const page = async (name: ActionName, input: Fields) =>
  perform(database(), name as never, input as never) as Promise<Fields>
const publicText = (text: string) => async () => (await page('content.open', { text }))['published']
const offered = async () =>
  ((await page('clients.list', {}))['items'] as { platform: string; version: string; state: string }[])
    .filter(({ state }) => state === 'public')
    .map(({ platform, version }) => `${platform} ${version}`)
const blockedPayers = async () =>
  ((await page('payers.list', {}))['items'] as { payer: string }[]).map(({ payer }) => payer).toSorted()
const termsInForce = async () => {
  const { version: _version, since: _since, ...terms } = (await page('terms.list', {}))['terms'] as Fields
  return terms
}
const release = (version: string) =>
  newest('select id from client_history where version = $1 order by id desc limit 1', [version])
const newestGrant = () => newest('select id from membership_grants order by id desc limit 1')
const drafted = async (text: string, title: string, base = 0): Promise<Fields> => {
  const draft = { ...example('content.save-draft'), text, titleEn: title, titleZh: title, baseEn: base, baseZh: base }
  return { text, expect: (await act('content.save-draft', draft))['version'] }
}
const twice = async (text: string) => {
  for (const [base, title] of ['One', 'Two'].entries())
    await act('content.publish-text', await drafted(text, title, base))
}
const termsOf = (change: object) => ({
  file: JSON.stringify({ ...defaultTerms, since: new Date().toISOString().slice(0, 10), ...change }),
})
const newKey = () => ({
  file: generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString(),
})

/** Every pair declared in the registry, including the undo of new objects. */
const pairs: readonly (readonly [ActionName, Pair])[] = [
  [
    'people.give-time',
    { undo: async () => ({ grant: await newestGrant() }), left: ['+membership_grants ×2', '+memberships'] },
  ],
  ['people.block', { left: ['sessions.ended_at'] }],
  ['people.unblock', { undo: () => ({ toldReason: 'x' }) }],
  [
    'people.reverse-grant',
    { undo: () => ({ days: 3 }), left: ['+membership_grants ×2', 'memberships.expires_at moved'] },
  ],
  [
    'people.ask-reverse-grant',
    {
      prepare: () => act('people.give-time', { user: example('people.reverse-grant').user, days: 3, reason: 'x' }),
      input: async () => ({ ...example('people.reverse-grant'), grant: await newestGrant() }),
      undo: () => ({ days: 3 }),
      left: ['+membership_grants ×2'],
    },
  ],
  ['people.reset-second-factor', { left: ['+account_changes'] }],
  ['people.change-address', { left: ['+account_changes'] }],
  ['people.note', { left: ['+operator_notes'] }],
  ['queue.take', { undo: () => ({ leave: true }) }],
  ['messages.take', { undo: () => ({ leave: true }) }],
  ['messages.tag', { undo: () => ({ tags: [] }) }],
  ['replies.save', { isNew: true }],
  [
    'replies.save',
    {
      input: () => ({ name: 'arrived', textEn: 'Here', textZh: '到了' }),
      undo: () => ({ textEn: 'It arrived', textZh: '已到账' }),
    },
  ],
  ['replies.remove', {}],
  ['messages.reopen', {}],
  [
    'messages.close',
    {
      prepare: async () => {
        const id = randomUUID()
        await rows(
          `with thread as (select t.id, t.user_id from support_threads t join users u on u.id = t.user_id where u.uid = $2 and closed_at is null),
             entry as (insert into support_entries (id, thread_id, user_id, author, key, sealed) select $1, id, user_id, 'customer', 'k', '' from thread)
           update support_threads t set waits_for = $1, waits_since = statement_timestamp() from thread where t.id = thread.id`,
          [id, example('messages.close').user],
        )
        await rows(
          `update support_threads t set waits_since = e.written_at from support_entries e where e.id = $1 and t.id = e.thread_id`,
          [id],
        )
      },
    },
  ],
  ['segments.save', { isNew: true }],
  ['segments.save', { input: () => ({ name: 'payers', membership: 'ended' }) }],
  [
    'mailings.send',
    {
      undo: async () => ({ mailing: await newest('select id from mailings order by created_at desc limit 1') }),
      left: ['+mailings'],
    },
  ],
  ['mailings.pause', {}],
  ['mailings.resume', {}],
  ['views.save', { isNew: true }],
  [
    'views.save',
    {
      input: () => ({ name: 'kept', address: '/console/today' }),
      undo: () => ({ address: '/console/queue' }),
    },
  ],
  ['views.rename', { undo: () => ({ name: 'kept' }) }],
  ['payers.block', { shows: blockedPayers }],
  ['payers.unblock', { shows: blockedPayers }],
  ['cases.block-payers', { shows: blockedPayers }],
  ['cases.unblock-payers', { shows: blockedPayers }],
  ['plans.add', { left: ['+goods', '+goods_prices'] }],
  ['plans.set-price', {}],
  [
    'plans.set-price',
    {
      prepare: () => act('plans.set-price', { id: 'plan-1', currency: 'USD', end: true }),
      input: () => ({ id: 'plan-1', currency: 'USD', price: '6' }),
      undo: () => ({ price: undefined, end: true }),
    },
  ],
  ['plans.set-group-price', { undo: () => ({ end: true }) }],
  [
    'plans.set-group-price',
    {
      prepare: () => act('plans.set-group-price', example('plans.set-group-price')),
      input: () => ({ ...example('plans.set-group-price'), price: '31' }),
    },
  ],
  [
    'plans.describe',
    {
      input: () => ({ ...example('plans.describe'), badgeEn: 'New', badgeZh: '新', devices: 6, position: 7 }),
      undo: () => ({ noBadge: true }),
    },
  ],
  ['plans.retire', {}],
  ['plans.restore', {}],
  ['promos.create', { left: ['+promo_codes'] }],
  ['redeem.create', { left: ['+redeem_batches', '+redeem_codes ×600'] }],
  ['referrals.refuse', { left: ['referrals.reason'] }],
  ['referrals.reopen', {}],
  [
    'affiliates.approve',
    {
      left: [
        'affiliate_applications.decided_at',
        'affiliate_applications.decided_by',
        'affiliate_applications.state',
        '+affiliates',
        '+affiliate_campaigns',
        '+affiliate_suspensions',
      ],
    },
  ],
  ['affiliates.suspend', { left: ['+affiliate_suspensions'] }],
  [
    'affiliates.resume',
    {
      left: ['+affiliate_suspensions', 'affiliate_suspensions.until'],
    },
  ],
  ['affiliates.set-tier', {}],
  ['commissions.hold', {}],
  ['commissions.release', { undo: () => ({ reason: 'a test' }) }],
  ['payouts.set-zone', { undo: () => ({ zone: 'UTC' }) }],
  [
    'payouts.approve',
    {
      undo: () => ({ notSent: true }),
      left: [
        'settlements.address',
        'settlements.approved_at',
        'settlements.approved_by',
        'settlements.approved_by_id',
        'settlements.cancel_reason',
        'settlements.cancelled_by',
        'settlements.chain',
        'settlements.state',
        'commissions.settlement_id',
      ],
    },
  ],
  ['payouts.allow-address', {}],
  ['payouts.hold-address', {}],
  [
    'terms.publish',
    {
      input: () => termsOf({ version: 99, referRateBps: 900 }),
      undo: () => termsOf({ version: 100 }),
      left: ['+affiliate_terms ×3'],
      shows: termsInForce,
    },
  ],
  ['benefits.describe', {}],
  ['benefits.end', {}],
  ['benefits.resume', {}],
  ['content.save-draft', { isNew: true }],
  [
    'content.save-draft',
    {
      input: async () => ({
        ...example('content.save-draft'),
        ...(await drafted('announcement/kept', 'One')),
        titleEn: 'Two',
        titleZh: 'Two',
      }),
      undo: ({ output }) => ({ titleEn: 'One', titleZh: 'One', expect: output['version'] }),
    },
  ],
  [
    'content.publish-text',
    { isNew: true, shows: publicText('announcement/drafted'), left: ['+content_texts ×4', '-content_drafts'] },
  ],
  [
    'content.publish-text',
    {
      prepare: () => twice('announcement/published'),
      input: () => drafted('announcement/published', 'Three', 2),
      undo: () => ['en', 'zh-CN'].map((language) => ({ language, version: 2 })),
      shows: publicText('announcement/published'),
      left: ['+content_texts ×4', '-content_drafts'],
    },
  ],
  [
    'content.withdraw',
    {
      undo: () => ({ language: 'en', version: 1 }),
      shows: publicText('announcement/welcome'),
      left: ['+content_texts ×4'],
    },
  ],
  [
    'content.publish-samples',
    {
      undo: ({ output }) => ({ texts: output['names'] }),
      shows: publicText('faq/code-not-received'),
      left: ['+content_texts ×4'],
    },
  ],
  [
    'content.withdraw-samples',
    {
      undo: ({ output }) => ({ texts: output['names'] }),
      shows: publicText('faq/need-email'),
      left: ['+content_texts ×116'],
    },
  ],
  ['exports.set-mail', { left: ['-accountant_mail'] }],
  ['content.restore', { isNew: true, shows: publicText('announcement/gone'), left: ['+content_texts ×4'] }],
  [
    'content.restore',
    {
      prepare: () => twice('announcement/restored'),
      input: () => ({ text: 'announcement/restored', language: 'en', version: 1, reason: 'x' }),
      undo: () => ({ version: 2 }),
      shows: publicText('announcement/restored'),
      left: ['+content_texts ×2'],
    },
  ],
  [
    'clients.publish',
    { undo: async () => ({ release: await release('8002.0') }), shows: offered, left: ['+client_history'] },
  ],
  [
    'clients.publish',
    {
      prepare: () => act('clients.withdraw', { platform: 'mac', reason: 'x' }),
      isNew: true,
      input: () => ({ ...example('clients.publish'), platform: 'mac', requiresEn: 'x', requiresZh: 'x' }),
      shows: offered,
      left: ['+client_history'],
    },
  ],
  ['clients.withdraw', { undo: async () => ({ release: await release('8002.0') }), shows: offered }],
  ['clients.restore', { undo: async () => ({ release: await release('8002.0') }), shows: offered }],
  [
    'clients.restore',
    { prepare: () => act('clients.withdraw', example('clients.withdraw')), isNew: true, shows: offered },
  ],
  [
    'canary.key',
    {
      prepare: () => act('canary.key', example('canary.key')),
      input: newKey,
      undo: () => example('canary.key'),
    },
  ],
  ['operators.invite', { input: () => ({ name: 'previewed', role: 'support' }), left: ['+operators'] }],
  ['operators.change', {}],
  ['operators.set-address', { undo: () => ({ email: 'ben@operators.example' }) }],
  ['limits.change', {}],
  ['settings.set', {}],
  ['shop.switch', {}],
  ['rehearsals.set-price', {}],
  ['notice.set', {}],
  ['notice.clear', { undo: () => ({ en: 'We move a node', zh: '正在迁移节点' }) }],
  ['notice.set', { prepare: () => act('notice.clear', {}), isNew: true }],
  ['methods.pause', {}],
  ['methods.resume', {}],
  ['routes.set', {}],
  [
    'connections.set',
    {
      undo: () => ({ ...example('connections.set'), values: JSON.stringify({ EPAY3_KEY_FILE: 'the-former-key' }) }),
      left: ['+connection_keys ×2', 'connection_keys.ended_at', 'connection_keys.kept_until'],
    },
  ],
  [
    'connections.set',
    {
      input: () => ({
        connection: 'mail',
        values: '{"SMTP_URL":"smtp://mail.example","MAIL_FROM":"a@b.example"}',
        reason: 'x',
      }),
      isNew: true,
    },
  ],
  ['tunnels.set-provider', {}],
  ['tunnels.set-provider', { input: () => ({ ...example('tunnels.set-provider'), provider: 'other' }), isNew: true }],
  ['nodes.add', { left: ['+tunnel_nodes'] }],
  ['nodes.edit', {}],
  ['nodes.disable', { undo: () => ({ on: true }) }],
  ['webhooks.add', {}],
  ['webhooks.change', {}],
  ['api.make-key', { left: ['+api_keys'] }],
  ['webhooks.switch', { undo: () => ({ on: true }) }],
  ['notifications.set', { undo: () => ({ quiet: 'none' }) }],
  ['imports.add', {}],
  [
    'imports.start',
    {
      // The undo begins once the job has imported the people, and its own job deletes them.
      undo: async ({ input }) => {
        await runImport(database(), importJob(String(input['id'])))
        return {}
      },
      finish: async ({ input }) => {
        const job = importJob(String(input['id']))
        await undoImport(database(), job)
        // Between the two parts of the undo, the panels of the shop close the people.
        await rows(
          `update tunnel_deliveries set is_open = false, behind_since = null, applied = wanted
           where user_id in (select user_id from imported_people where import_id = $1)`,
          [input['id']],
        )
        await undoImport(database(), job)
      },
      left: [
        'import_rows.effect',
        'import_rows.email',
        'import_rows.record',
        'imports.done_to',
        'imports.ended_at',
        'imports.options',
        'imports.started_at',
        'imports.state',
      ],
    },
  ],
]

const actions: Readonly<Record<string, OperatorAction>> = operatorActions
const declared = actionNames.flatMap((name) => {
  const action = actions[name]!
  if (action.kind !== 'act' || 'none' in action.undo) return []
  return [{ name, isNew: false }, ...(action.undo.ifNew ? [{ name, isNew: true }] : [])]
})

/** Values of the record before the change, as its edit form shows them. */
async function earlierOf(name: ActionName, input: Fields): Promise<Fields> {
  const { edits = [] } = actions[name] as Partial<EditAction>
  const keys = Object.fromEntries(edits.map((key) => [key, input[key]]))
  const asked = {
    database: database(),
    config: shopConfig(),
    operator: { ...ben, role: 'owner' as const },
    expect: undefined,
  }
  const form = await openForm(name, keys, asked)
  return { ...keys, ...(form.ok && form.value.values) }
}

/** Input of an undo: fields of the action's input and output with the same names, and looked-up values. */
function inputOf(by: string, given: Readonly<Record<string, string>>, { input, output }: Did, looked: Fields): Fields {
  const { required = [] } = actions[by]!.input as unknown as { readonly required?: readonly string[] }
  const from: Fields = { ...output, ...input, reason: 'x' }
  return { ...Object.fromEntries(required.map((field) => [field, from[given[field] ?? field]])), ...looked }
}

describe('undoing an action', () => {
  it('every undo declared in the registry is tested', () => {
    const tried = pairs.map(([name, { isNew = false }]) => `${name} ${isNew}`)
    expect(declared.map(({ name, isNew }) => `${name} ${isNew}`).filter((each) => !tried.includes(each))).toEqual([])
  })

  it.each(pairs.map(([name, pair]) => [name, pair.isNew ? ' with nothing before' : '', pair] as const))(
    'undoing %s%s restores the database, or the preview says what stays',
    async (name, _when, pair) => {
      const { undo } = actions[name] as ActAction
      if ('none' in undo) throw new Error(`${name} declares no undo`)
      await pair.prepare?.()
      const input: Fields = (await pair.input?.()) ?? (shop.examples[name] as Fields)
      const isEdit = !pair.isNew && 'itself' in undo && 'edits' in actions[name]!
      const [before, shown, earlier] = [
        await readWholeDatabase(shop.db),
        await pair.shows?.(),
        isEdit ? await earlierOf(name, input) : {},
      ]
      const messages = () => rows('select id from outbox_messages where user_id is not null')
      const sent = (await messages()).length
      const output = await act(name, input)
      const told = (await messages()).length > sent
      expect(differencesBetween(before, await readWholeDatabase(shop.db))).not.toEqual([])
      const looked = [(await pair.undo?.({ input, output })) ?? {}].flat()
      for (const fields of looked) {
        const by = pair.isNew ? undo.ifNew : 'by' in undo ? undo : undefined
        if (by) await act(by.by as ActionName, inputOf(by.by, by.given ?? {}, { input, output }, fields))
        else {
          const again = isEdit ? { ...earlier, ...('reason' in input && { reason: 'x' }) } : input
          await act(name, { ...again, ...fields })
        }
      }
      await pair.finish?.({ input, output })
      const left = differencesBetween(before, await readWholeDatabase(shop.db)).filter((each) => !isTrace(each))
      expect(left.toSorted(), left.join(', ')).toEqual([...(pair.left ?? [])].toSorted())
      expect(await pair.shows?.()).toEqual(shown)
      expect((left.length > 0 || told) && undo.stays === undefined).toBe(false)
    },
  )
})

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alertKinds, alertsPage, alertTable, type AlertKind } from '#shared/alert-kinds.ts'
import { alertWordsEn } from '#shared/alert-words.en.ts'
import { forgetOldAlertMessages, forgetOldAlerts, lockAlerts } from '#server/modules/alerts/alerts.service.ts'
import { checkMethodAlerts } from '#server/workflows/alerts/check-alerts.ts'
import { createUser } from '#tests/support/factories.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { soundMachine } from '#tests/support/sound-machine.ts'
import { openAlertShop, type AlertShop } from './alerts.setup.ts'
import { countRounds } from '#tests/support/race-rounds.ts'

let shop: AlertShop
beforeAll(async () => {
  shop = await openAlertShop()
})
afterAll(() => shop.db.drop())
beforeEach(async () => {
  await shop.decideAll()
  await shop.clear()
})

const rows = <R extends Record<string, unknown> = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  shop.db.asOwner<R>(text, values)
const openOf = async (kind: AlertKind) => (await shop.open()).filter((row) => row.kind === kind)

/** SQL statement with which the backup script records its success. */
const storeBackup = /--command="([^"]+)"/.exec(
  readFileSync(path.join(import.meta.dirname, '../../../deploy/dump.sh'), 'utf8'),
)![1]!

/** Certificate of 90 days that ends after these days. */
const certificate = (daysLeft: number) => ({
  host: 'vpn.example',
  from: new Date(Date.now() - (90 - daysLeft) * 86_400_000),
  until: new Date(Date.now() + daysLeft * 86_400_000),
})

/** Each kind of alert with real steps that cause and end its state. */
const states: readonly {
  kind: AlertKind
  subject: string | null
  make: () => Promise<unknown>
  mend: () => Promise<unknown>
  look?: () => Promise<void>
}[] = [
  { kind: 'review-opened', subject: 'denied_payment', make: () => shop.review(), mend: () => shop.decideAll() },
  {
    kind: 'review-overdue',
    subject: 'denied_payment',
    make: () => shop.review(1, '13 hours'),
    mend: () => shop.decideAll(),
  },
  {
    kind: 'approval-waits',
    subject: null,
    make: () =>
      rows(
        `insert into operator_proposals (id, action, options, why, preview, prepared_by)
         values (gen_random_uuid(), 'promos.create', '{}', '{}', '{}', $1)`,
        [ada.id],
      ),
    mend: () =>
      rows(
        `update operator_proposals set state = 'refused', decided_by = $1, decided_at = now() where state = 'open'`,
        [ben.id],
      ),
  },
  {
    kind: 'figures-differ',
    subject: 'figures',
    make: () => rows(`insert into daily_folds (day, proved_at, differs) values ('2026-01-01', now(), true)`),
    mend: () => rows(`delete from daily_folds`),
  },
  {
    kind: 'job-dead',
    subject: null,
    make: () =>
      rows(
        `insert into pgboss.job_common (id, name, data, state, start_after, source_name) values (gen_random_uuid(), 'dead', '{"kind": "lost"}', 'created', now(), 'housekeeping')`,
      ),
    mend: () => rows(`delete from pgboss.job_common where name = 'dead'`),
  },
  {
    kind: 'jobs-late',
    subject: 'stripe',
    make: () =>
      rows(
        `insert into pgboss.job_common (id, name, data, start_after) values (gen_random_uuid(), 'stripe', '{"kind": "late"}', now() - interval '20 minutes')`,
      ),
    mend: () => rows(`delete from pgboss.job_common where name = 'stripe'`),
  },
  {
    kind: 'provider-silent',
    subject: 'alipay',
    make: () =>
      rows(`insert into provider_health (provider, silent_since) values ('alipay', now() - interval '3 minutes')
      on conflict (provider) do update set silent_since = excluded.silent_since`),
    mend: () => rows(`update provider_health set silent_since = null`),
  },
  {
    kind: 'connection-broken',
    subject: 'mail',
    make: async () => Object.assign(shop.config.connections, { broken: ['mail'] }),
    mend: async () => Object.assign(shop.config.connections, { broken: [] }),
  },
  {
    kind: 'list-overdue',
    subject: 'alipay',
    make: () =>
      rows(`insert into statement_days (provider, day, state, reason, first_tried_at)
      values ('alipay', now()::date - 2, 'unreadable', 'unreadable', now() - interval '25 hours')`),
    mend: () => rows(`delete from statement_days`),
  },
  {
    kind: 'erasure-waits',
    subject: 'payouts',
    make: async () => {
      await rows(`insert into users (id, uid, password_hash, invite_code, language)
        values (gen_random_uuid(), 700000007, 'x', 'ERASES07', 'en') on conflict do nothing`)
      await rows(`insert into account_deletions (user_id, erase_at, held_since)
        select id, now(), now() from users where uid = 700000007 on conflict do nothing`)
    },
    mend: () => rows(`delete from account_deletions`),
  },
  {
    kind: 'node-down',
    subject: 'tokyo-1',
    make: () =>
      rows(`insert into tunnel_nodes (name, node_group, protocol, host, port, serves, sealed_settings, token_hash, seen_at)
      values ('tokyo-1', 'asia', 'vless', 'n.example.org', 443, 'paid', '', 'x', now() - interval '6 minutes')`),
    mend: () => rows(`delete from tunnel_nodes`),
  },
  {
    kind: 'panel-trouble',
    subject: 'wave',
    make: () =>
      rows(
        `insert into tunnel_providers (id, kind, serves, settings, held_since) values ('wave', 'remnawave', '{paid}', '', now())`,
      ),
    mend: () => rows(`delete from tunnel_providers`),
  },
  {
    kind: 'receiver-fails',
    subject: 'books',
    make: () =>
      rows(
        `insert into webhook_endpoints (id, name, sealed, events, with_contact, failing_since)
         values (gen_random_uuid(), 'books', '', '{order.paid}', false, now() - interval '61 minutes')`,
      ),
    mend: () => rows(`delete from webhook_endpoints`),
  },
  {
    kind: 'sms-budget',
    subject: 'sms',
    make: () =>
      rows(`insert into sms_spent (day, country, messages) values ((now() at time zone 'utc')::date, '', 85)`),
    mend: () => rows(`delete from sms_spent`),
  },
  {
    kind: 'benefit-stock',
    subject: 'video',
    make: async () => {
      const file = Array.from({ length: 6 }, (_, at) => `a${at}@example.com\tsecret\thttps://example.com/a`).join('\n')
      const input = { kind: 'video', file, nameEn: 'Video', nameZh: '视频' }
      await perform(shop.db.database, 'benefits.import', input, { config: shop.config })
      for (let at = 0; at < 4; at++) {
        const { userId } = await createUser(shop.db.database)
        await rows(`update benefit_stock set assigned_to = $1, assigned_at = now() where account = $2`, [
          userId,
          `a${at}@example.com`,
        ])
      }
    },
    mend: async () => {
      await rows(`delete from benefit_stock`)
      await rows(`delete from benefit_kinds`)
    },
  },
  {
    kind: 'address-pool',
    subject: 'ethereum',
    make: () =>
      rows(`insert into crypto_addresses (address, pool, origin, leased_until)
      select '0x' || lpad(to_hex(n), 40, '0'), 'ethereum', 'x', case when n > 1 then now() + interval '1 hour' end from generate_series(1, 10) n`),
    mend: () => rows(`delete from crypto_addresses`),
  },
  {
    kind: 'messages-late',
    subject: 'mail',
    make: () =>
      rows(
        `insert into outbox_messages (id, channel, template, created_at) values (gen_random_uuid(), 'mail', 'register', now() - interval '6 minutes')`,
      ),
    mend: () => rows(`update outbox_messages set status = 'sent', finished_at = now() where template = 'register'`),
  },
  {
    kind: 'mail-words',
    subject: 'refund-part',
    make: () =>
      rows(
        `insert into content_texts (id, kind, slug, language, version, title, details, markdown, html, published_on, operator)
         values (gen_random_uuid(), 'mail', 'refund-part', 'en', 1, 'Back', '{"summary": "Back"}', '{{gone}}', '', now(), 'ada')`,
      ),
    mend: () => rows(`delete from content_texts where kind = 'mail'`),
  },
  {
    kind: 'backup-late',
    subject: 'database',
    make: async () => {
      await rows(storeBackup)
      await rows(`update settings set value = to_jsonb(now() - interval '37 hours') where key = 'lastBackup'`)
    },
    mend: () => rows(storeBackup),
  },
  {
    kind: 'disk-low',
    subject: 'data',
    make: async () => shop.setMachine({ disk: { free: 9 * 2 ** 30, total: 100 * 2 ** 30 } }),
    mend: async () => shop.setMachine({ disk: soundMachine.disk }),
  },
  {
    kind: 'certificate-ends',
    subject: 'vpn.example',
    make: async () => shop.setMachine({ certificate: certificate(13) }),
    mend: async () => shop.setMachine({ certificate: certificate(60) }),
  },
  {
    kind: 'canary-stale',
    subject: 'canary',
    make: () =>
      rows(
        `insert into canary_statements (id, statement_on, text, signature, operator) values (gen_random_uuid(), now()::date - 30, 'x', decode(repeat('00', 64), 'hex'), 'ada')`,
      ),
    mend: () =>
      rows(
        `insert into canary_statements (id, statement_on, text, signature, operator) values (gen_random_uuid(), now()::date, 'x', decode(repeat('00', 64), 'hex'), 'ada')`,
      ),
  },
]

describe('alerts', () => {
  it.each(states)(
    'the alert "$kind" is raised once by its state and resolved when the state ends',
    async ({ kind, subject, make, mend }) => {
      await shop.look()
      expect(await openOf(kind)).toEqual([])
      await make()
      await shop.look()
      await shop.look()
      const raised = await openOf(kind)
      expect(raised).toHaveLength(1)
      expect(raised[0]).toMatchObject({ turn: 1, ...(subject !== null && { subject }) })
      await mend()
      await shop.look()
      await shop.pass('6 minutes')
      await shop.look()
      expect(await openOf(kind)).toEqual([])
      const [{ count } = { count: 0 }] = (await rows(`select count(*)::int as count from alerts where kind = $1`, [
        kind,
      ])) as { count: number }[]
      expect(count).toBe(1)
    },
  )

  describe('payment methods', () => {
    type Kind = { paid?: boolean; refused?: boolean }
    /** Creates attempts of this many buyers by a method, spread evenly over the time from `from` to `until` ago. */
    let nextUid = 800_000_000
    const tries = async (
      method: string,
      count: number,
      paid: number,
      [from, until]: readonly [number, number],
      { refused = false }: Kind = {},
    ) => {
      const { encodeTime } = await import('ulid')
      const firstUid = nextUid
      nextUid += count
      const at = (n: number) => Date.now() - (from - ((from - until) * n) / count) * 3_600_000
      const times = Array.from({ length: count }, (_, n) => at(n))
      await rows(
        `with buyers as (
           insert into users (id, uid, password_hash, invite_code, language)
           select gen_random_uuid(), $7::int + n, 'x', upper(substr(md5(random()::text), 1, 10)), 'en' from generate_series(1, $1::int) n
           returning id),
         numbered as (select id, row_number() over () as n from buyers),
         placed as (
           insert into orders (id, number, user_id, goods_id, product_names, months, bonus_days, max_devices, method, currency, price_minor,
             total_minor, status, idempotency_key, request_hash, payable_until)
           select gen_random_uuid(), 'M' || upper(substr(md5(random()::text), 1, 12)), b.id, g.id, g.names, 1, 0, 1, $2, 'CNY', 1, 1, 'paid', b.id::text, 'x', now()
           from numbered b, (select id, names from goods limit 1) g returning id, user_id)
         insert into payment_attempts (id, order_id, provider, method, currency, amount_minor, status, pay_step, expires_at, created_at)
         select ($4::text[])[b.n] || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 16)), o.id, $2, $2, 'CNY', 1,
           case when b.n > $1::int - $3::int then 'paid' when $5 then 'failed' else 'open' end, case when $5 then null else '{}'::jsonb end, now(),
           to_timestamp(($6::float8[])[b.n]) from placed o join numbered b on b.id = o.user_id`,
        [
          count,
          method,
          paid,
          times.map((time) => encodeTime(time, 10)),
          refused,
          times.map((time) => time / 1_000),
          firstUid,
        ],
      )
    }
    const look = () => checkMethodAlerts({ database: shop.db.database, config: shop.config })
    beforeEach(() => rows('delete from payment_attempts'))

    it('a method that succeeds five points less often raises "method-low", which is then resolved', async () => {
      await tries('alipay', 400, 320, [100, 90])
      await tries('alipay', 100, 60, [6, 5])
      await look()
      expect(await openOf('method-low')).toMatchObject([{ subject: 'alipay', level: 1 }])
      await tries('alipay', 400, 330, [4, 3])
      await look()
      expect(await openOf('method-low')).toEqual([])
    })

    it('an alert about a payment method by which nobody pays any more is sent even in quiet hours, and ends after payments', async () => {
      const now = new Date()
      const minutes = now.getUTCHours() * 60 + now.getUTCMinutes()
      const clock = (minute: number) => new Date(((minute + 1_440) % 1_440) * 60_000).toISOString().slice(11, 16)
      const quiet = `${clock(minutes - 60)}-${clock(minutes + 60)}`
      await perform(shop.db.database, 'notifications.set', { quiet }, { config: shop.config })
      await tries('wechat', 480, 336, [400, 30])
      await tries('alipay', 480, 336, [400, 0.1])
      await look()
      expect(await openOf('method-down')).toEqual([])
      // Eight buyers within 24 minutes, as in a night with twenty buyers an hour.
      await tries('wechat', 8, 0, [0.46, 0.06])
      await look()
      expect(await openOf('method-down')).toMatchObject([{ subject: 'wechat', level: 1 }])
      const [mail] = await shop.mails()
      expect(mail).toMatchObject({ to: 'ada@operators.example', subject: 'Wayfare: Payments have stopped' })
      expect(mail!.text).toMatch(/None of the last \d+ buyers who chose WeChat Pay paid/)
      await tries('wechat', 8, 8, [0.05, 0.01])
      await look()
      await shop.pass('6 minutes')
      await look()
      expect(await openOf('method-down')).toEqual([])
    })

    it('a provider that refuses two buyers in a row raises an alert in a quiet shop, and one refusal does not', async () => {
      await tries('wechat', 60, 40, [600, 30])
      await tries('wechat', 1, 0, [0.5, 0.2], { refused: true })
      await look()
      expect(await openOf('method-down')).toEqual([])
      await tries('wechat', 1, 0, [0.1, 0.01], { refused: true })
      await tries('alipay', 1, 1, [0.1, 0.01])
      await look()
      expect(await openOf('method-down')).toEqual([{ kind: 'method-down', subject: 'wechat', level: 1, turn: 1 }])
      expect((await shop.mails())[1]!.text).toContain('微信支付拒绝创建支付')
    })

    it('a shop of three sales a day in which nobody has even tried to pay for three days raises "sales-stopped", unless it is closed or was opened again', async () => {
      const changedHoursAgo = (hours: number) =>
        rows('update settings set updated_at = now() - make_interval(hours => $1::int)', [hours])
      await changedHoursAgo(700)
      await tries('wechat', 60, 60, [600, 74])
      await look()
      expect(await openOf('sales-stopped')).toMatchObject([{ subject: 'sales', level: 1 }])
      const mails = await shop.mails()
      expect(mails.map(({ subject }) => subject)).toContain('Wayfare: No sales')
      expect(mails.map(({ text }) => text).join()).toMatch(
        /Nobody has paid since .* In that time \d+ payments usually come/,
      )
      const close = (state: 'open' | 'closed') =>
        perform(shop.db.database, 'shop.switch', { state, reason: 'repairs' }, { config: shop.config })
      await close('closed')
      await look()
      expect(await openOf('sales-stopped')).toEqual([])
      // The silence of the time in which it was closed is normal, and that of a method that was paused.
      await close('open')
      await look()
      expect(await openOf('sales-stopped')).toEqual([])
      await changedHoursAgo(73)
      await look()
      expect(await openOf('sales-stopped')).toHaveLength(1)
      const switchMethod = (action: 'methods.pause' | 'methods.resume') =>
        perform(shop.db.database, action, { method: 'wechat', reason: 'repairs' }, { config: shop.config })
      await switchMethod('methods.pause')
      await switchMethod('methods.resume')
      await look()
      expect(await openOf('sales-stopped')).toEqual([])
      await changedHoursAgo(73)
      await tries('wechat', 1, 1, [0.05, 0.01])
      await look()
      expect(await openOf('sales-stopped')).toEqual([])
    })

    it('payment attempts that are too recent to be paid raise no alert', async () => {
      await tries('wechat', 200, 180, [600, 30])
      await tries('wechat', 20, 0, [0.02, 0.01])
      await look()
      expect(await openOf('method-down')).toEqual([])
    })
  })

  it('a mail that one recipient’s server delays raises no alert while other mails are sent', async () => {
    const late = states.find(({ kind }) => kind === 'messages-late')!
    await late.make()
    await rows(`insert into connection_health (connection, succeeded_at) values ('mail', now() - interval '1 minute')`)
    await shop.look()
    expect(await openOf('messages-late')).toEqual([])
    await rows(`update connection_health set succeeded_at = now() - interval '10 minutes'`)
    await rows(`update outbox_messages set created_at = now() - interval '12 minutes' where template = 'register'`)
    await shop.look()
    expect(await openOf('messages-late')).toEqual([])
    // The server has taken nothing since then, so the next mail that waits is an alert beside the delayed one.
    await late.make()
    await shop.look()
    expect(await openOf('messages-late')).toMatchObject([{ subject: 'mail', level: 1 }])
    await rows('delete from connection_health')
  })

  it('the alert about a panel says whether it is late, waits for the operator or cannot be compared', async () => {
    const line = async () => {
      const [row] = await rows<{ detail: string | null; since: Date | null }>(
        `select detail, since from alerts where kind = 'panel-trouble'`,
      )
      const facts = { kind: 'panel-trouble', subject: 'wave', level: 1, amount: null, total: null } as const
      const names = { moment: () => 'then', reason: () => '', way: () => '', job: () => '', action: () => '' }
      const since = row?.since?.toISOString() ?? null
      return alertWordsEn['panel-trouble'].line({ ...facts, detail: row?.detail ?? null, since }, names)
    }
    await rows(
      `insert into tunnel_providers (id, kind, serves, settings, added_at) values ('wave', 'remnawave', '{paid}', '', now() - interval '3 days')`,
    )
    await shop.look()
    expect(await line()).toContain('could not be compared. Test it')
    await rows(`update tunnel_providers set held_since = now()`)
    await shop.look()
    expect(await line()).toContain('Compare it again, then allow the closures')
    const { userId } = await createUser(shop.db.database)
    await rows(`insert into memberships (user_id) values ($1) on conflict do nothing`, [userId])
    await rows(
      `insert into tunnel_deliveries (user_id, provider, wanted, behind_since) values ($1, 'wave', 1, now() - interval '6 minutes')
       on conflict (user_id, provider) do update set behind_since = excluded.behind_since`,
      [userId],
    )
    await shop.look()
    expect(await line()).toContain('has not taken changes since then, so new buyers there wait')
    await rows('delete from tunnel_providers')
  })

  it('every kind of alert is covered by these tests', () => {
    expect([...states.map(({ kind }) => kind), 'method-down', 'method-low', 'sales-stopped'].toSorted()).toEqual(
      alertKinds.toSorted(),
    )
  })

  it('an alert whose state ends only briefly stays the same alert and is not sent again', async () => {
    const node = states.find(({ kind }) => kind === 'node-down')!
    await node.make()
    await shop.look()
    for (let turn = 0; turn < 5; turn++) {
      await node.mend()
      await shop.look()
      await node.make()
      await shop.look()
    }
    expect(await openOf('node-down')).toMatchObject([{ turn: 1 }])
    expect((await rows('select 1 from alerts')).length).toBe(1)
    expect(await shop.mails()).toHaveLength(2)
    await node.mend()
  })

  it('an acknowledged alert that gets worse becomes open again', async () => {
    await rows(`insert into sms_spent (day, country, messages) values ((now() at time zone 'utc')::date, '', 85)`)
    await shop.look()
    const [{ id } = { id: '' }] = (await rows('select id from alerts')) as { id: string }[]
    await perform(shop.db.database, 'alerts.acknowledge', { alert: id, note: 'I buy more' }, { operator: ben })
    const { items } = await perform(shop.db.database, 'alerts.list', { state: 'acknowledged' })
    expect(items).toMatchObject([{ kind: 'sms-budget', acknowledgedBy: 'ben', note: 'I buy more' }])
    await rows(`update sms_spent set messages = 100`)
    await shop.look()
    expect(await openOf('sms-budget')).toMatchObject([{ level: 2, turn: 2 }])
    expect((await perform(shop.db.database, 'alerts.count', {})).openAlerts).toBe(1)
    await rows('delete from sms_spent')
  })

  it('an alert is neither opened nor sent twice by concurrent workers', async () => {
    for (const reason of ['denied_payment', 'overpaid', 'disputed', 'duplicate']) await shop.review(5, '0 s', reason)
    await Promise.all(Array.from({ length: 4 }, () => shop.look()))
    expect(await openOf('review-opened')).toHaveLength(4)
    expect(await shop.mails()).toHaveLength(2)
    await expect(
      rows(
        `insert into alerts (id, kind, subject, level, worst) select gen_random_uuid(), kind, subject, 1, 1 from alerts limit 1`,
      ),
    ).rejects.toThrow('alerts_open')
  })

  it('an alert that several workers wait to open is opened by the first only', async () => {
    await shop.review()
    let release = () => {}
    let isHeld = () => {}
    const held = new Promise<void>((resolve) => (isHeld = resolve))
    const released = new Promise<void>((resolve) => (release = resolve))
    const first = shop.db.database.transaction(async (tx) => {
      await lockAlerts(tx)
      isHeld()
      await released
    })
    await held
    const looks = [shop.look(), shop.look(), shop.look()]
    // All workers wait for the lock before the first continues, so each reads the state after it.
    await expect
      .poll(async () => (await rows(`select 1 from pg_locks where locktype = 'advisory' and not granted`)).length)
      .toBe(3)
    release()
    await Promise.all([first, ...looks])
    expect(await openOf('review-opened')).toHaveLength(1)
    expect(await shop.mails()).toHaveLength(2)
    expect(await rows('select 1 from alert_messages')).toHaveLength(2)
  })

  it('alerts follow their states through random changes, and none is open at the end', async () => {
    const steps = states.filter(
      ({ kind }) => !['canary-stale', 'benefit-stock', 'figures-differ', 'review-overdue'].includes(kind),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(steps.length - 1), fc.nat(20)), { maxLength: 12 }), async (walk) => {
        await shop.clear()
        const on = new Set<number>()
        for (const [at, minutes] of walk) {
          const step = steps[at]!
          await (on.has(at) ? step.mend() : step.make())
          if (on.has(at)) on.delete(at)
          else on.add(at)
          await shop.look()
          await shop.pass(`${minutes} minutes`)
          const open = await shop.open()
          expect(new Set(open.map(({ kind, subject }) => `${kind} ${subject}`)).size).toBe(open.length)
          for (const there of on) expect(open.map(({ kind }) => kind)).toContain(steps[there]!.kind)
        }
        for (const at of on) await steps[at]!.mend()
        await shop.look()
        await shop.pass('6 minutes')
        await shop.look()
        expect(await shop.open()).toEqual([])
        // Finds two messages of a kind and channel within an hour, or within ten minutes if urgent.
        const messages = await rows(
          `select 1 from alert_messages m join alert_messages n on n.id > m.id and n.operator_id = m.operator_id and n.channel = m.channel
             and exists (select from unnest(n.kinds) k where k = any(m.kinds)
               and abs(extract(epoch from n.at - m.at)) < case when k = any($1) then 599 else 3599 end)`,
          [alertKinds.filter((kind) => alertTable[kind].urgent)],
        )
        expect(messages).toEqual([])
      }),
      { numRuns: countRounds(500, 12) },
    )
  })

  it('an alert and its notices are deleted 90 days after it was resolved', async () => {
    await shop.review()
    await shop.look()
    await shop.decideAll()
    await shop.look()
    await shop.pass('89 days')
    expect([await forgetOldAlerts(shop.db.database, 10), await forgetOldAlertMessages(shop.db.database, 10)]).toEqual([
      0, 0,
    ])
    await shop.pass('2 days')
    expect([await forgetOldAlerts(shop.db.database, 10), await forgetOldAlertMessages(shop.db.database, 10)]).toEqual([
      1, 2,
    ])
    expect(await rows('select 1 from alert_notices')).toEqual([])
  })

  it('an alert whose state cannot be read stays as it is, is reported, and does not silence others', async () => {
    await states.find(({ kind }) => kind === 'address-pool')!.make()
    await shop.look()
    await shop.mails()
    await rows('alter table crypto_addresses rename to crypto_addresses_away')
    const failed: string[] = []
    try {
      await shop.review()
      await shop.look((_error, job) => failed.push(job))
      await shop.look()
    } finally {
      await rows('alter table crypto_addresses_away rename to crypto_addresses')
    }
    expect(failed).toEqual(['look-for-alerts'])
    expect((await shop.open()).map(({ subject }) => subject)).toEqual([
      'ethereum',
      'look-for-alerts address-pool',
      'denied_payment',
    ])
    expect((await shop.mails())[0]!.text).toContain('The job “Check for alerts” failed for good')
    await shop.look()
    expect(await openOf('job-dead')).toEqual([])
    await rows('delete from crypto_addresses')
  })

  it('alerts are listed, acknowledged once, and sent only to operators with the right to see them', async () => {
    for (const reason of ['denied_payment', 'overpaid', 'disputed']) await shop.review(2, '0 s', reason)
    await shop.look()
    const done = await perform(shop.db.database, 'alerts.acknowledge', { kind: 'review-opened' })
    expect(done).toEqual({ what: 'review-opened', subject: null, count: 3 })
    await expect(perform(shop.db.database, 'alerts.acknowledge', { kind: 'review-opened' })).rejects.toThrow(
      'There is no such alert',
    )
    await expect(perform(shop.db.database, 'alerts.acknowledge', { alert: randomUUID() })).rejects.toThrow(
      'There is no such alert',
    )
    await expect(perform(shop.db.database, 'alerts.acknowledge', {})).rejects.toThrow('Enter either')
    await shop.decideAll()
    await shop.look()
    const { items } = await perform(shop.db.database, 'alerts.list', { state: 'past' })
    expect(items).toHaveLength(3)
    expect(items[0]!.toldTo.map((told) => told.replace(/ \(.*/, '')).toSorted()).toEqual(['ada', 'ben'])
  })
})

describe('notifying operators', () => {
  it('a thousand reviews within a minute are sent in one mail per operator, in their language', async () => {
    await shop.review(1_000)
    await shop.look()
    const mails = await shop.mails()
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ada@operators.example', 'Wayfare: Review opened: 1,000'],
      ['ben@operators.example', '畅行：新的资金审核：1,000 项'],
    ])
    expect(mails[0]!.text).toContain('1,000 money reviews “Payment denied by the provider” are open, the oldest since ')
    expect(mails[1]!.text).toContain('有 1,000 项资金审核“渠道否认收到付款”待处理，最早一项出现于 ')
    expect(mails.map(({ text }) => text).join()).not.toContain('denied_payment')
    expect(mails[0]!.text).toContain(`https://desk.example${alertsPage}`)
    await shop.review(5)
    await shop.look()
    await shop.pass('59 minutes')
    await shop.look()
    expect(await shop.mails()).toEqual([])
    await shop.pass('2 minutes')
    await shop.look()
    expect((await shop.mails()).map(({ subject }) => subject)).toEqual([
      'Wayfare: Review opened: 1,005',
      '畅行：新的资金审核：1,005 项',
    ])
  })

  it('sixteen reviews of a reason are one alert, and later reviews are announced again even after it was acknowledged', async () => {
    await shop.review(16)
    await shop.look()
    expect(await openOf('review-opened')).toMatchObject([{ subject: 'denied_payment', turn: 1 }])
    await perform(shop.db.database, 'alerts.acknowledge', { kind: 'review-opened' })
    await shop.look()
    expect((await perform(shop.db.database, 'alerts.count', {})).openAlerts).toBe(0)
    await shop.mails()
    await shop.pass('2 hours')
    await shop.review()
    await shop.look()
    await shop.look()
    const { items } = await perform(shop.db.database, 'alerts.list', {})
    expect(items).toMatchObject([{ kind: 'review-opened', measured: 17 }])
    expect((await shop.mails()).map(({ subject }) => subject)).toEqual([
      'Wayfare: Review opened: 17',
      '畅行：新的资金审核：17 项',
    ])
  })

  it('times are in the time zone that the operator chose', async () => {
    await perform(
      shop.db.database,
      'notifications.set',
      { timeZone: 'America/St_Johns' },
      { config: shop.config, operator: ben },
    )
    await shop.review()
    await shop.look()
    const [english, chinese] = await shop.mails()
    expect(english!.text).toMatch(/since \d+ \w+ \d{4}, \d\d:\d\d \(UTC\)/)
    expect(chinese!.text).toMatch(/\d{4}年\d+月\d+日 \d\d:\d\d \(UTC-[23]:30\)/)
  })

  it('an alert about a late backup is sent in the morning, and at once when the backup is three days old', async () => {
    const now = new Date()
    const clock = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString().slice(11, 16)
    for (const operator of [ada, ben])
      await perform(
        shop.db.database,
        'notifications.set',
        { quiet: `${clock(-1)}-${clock(1)}` },
        { config: shop.config, operator },
      )
    await rows(storeBackup)
    const age = (hours: number) =>
      rows(`update settings set value = to_jsonb(now() - make_interval(hours => $1)) where key = 'lastBackup'`, [hours])
    await age(37)
    await shop.look()
    expect(await shop.mails()).toEqual([])
    await age(73)
    await shop.look()
    expect((await shop.mails()).map(({ subject }) => subject)).toEqual(['Wayfare: Backup late', '畅行：备份延迟'])
    await rows(storeBackup)
  })

  it('a failing webhook raises an alert after an hour, which becomes urgent once the webhook is switched off', async () => {
    await rows(
      `insert into webhook_endpoints (id, name, sealed, events, with_contact, failing_since)
       values (gen_random_uuid(), 'books', '', '{order.paid}', false, now() - interval '59 minutes')`,
    )
    await shop.look()
    expect(await openOf('receiver-fails')).toEqual([])
    await rows(`update webhook_endpoints set failing_since = now() - interval '61 minutes'`)
    await shop.look()
    expect(await openOf('receiver-fails')).toMatchObject([{ subject: 'books', level: 1, turn: 1 }])
    await rows(`update webhook_endpoints set state = 'off'`)
    await shop.look()
    expect(await openOf('receiver-fails')).toEqual([])
    for (const state of ['failed', 'said-gone']) {
      await rows(`update webhook_endpoints set state = $1`, [state])
      await shop.look()
      expect(await openOf('receiver-fails')).toMatchObject([{ subject: 'books', level: 2 }])
    }
    await rows(`delete from webhook_endpoints`)
    await shop.look()
    expect(await openOf('receiver-fails')).toEqual([])
  })

  it('a host that shows no certificate to this server leaves its certificate alert as it is', async () => {
    shop.setMachine({ certificate: certificate(2) })
    await shop.look()
    expect(await openOf('certificate-ends')).toMatchObject([{ level: 2 }])
    shop.setMachine({ certificate: 'unknown' })
    await shop.look()
    expect(await openOf('certificate-ends')).toHaveLength(1)
    expect(await openOf('job-dead')).toEqual([])
    shop.setMachine(soundMachine)
    await shop.look()
  })

  it('mails, webhooks and the alert list contain no personal data', async () => {
    await perform(
      shop.db.database,
      'notifications.set',
      { webhookAddress: 'https://hooks.example/x' },
      { config: shop.config },
    )
    for (const { make } of states) await make()
    await shop.look()
    const [body] = (await rows(`select body from alert_messages where body is not null`)) as { body: string }[]
    const mails = await shop.mails()
    const said = [
      body!.body,
      ...mails.flatMap(({ text, html, subject }) => [text, html, subject]),
      JSON.stringify(await perform(shop.db.database, 'alerts.list', {})),
    ]
    expect(mails).toHaveLength(2)
    for (const { mend } of states) await mend()
    for (const text of said) {
      // Removes ids and timestamps, which are not personal data.
      const plain = text
        .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
        .replaceAll(/\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:[\d.]+Z)?)?/g, '')
      expect(plain).not.toMatch(/[\w.+-]+@[\w-]+\.\w+/)
      expect(plain).not.toMatch(/\d[\d ()-]{7,}\d/)
    }
  })

  it('an operator with an unreadable email address or invalid time zone does not stop mails to others', async () => {
    await rows(`update operators set sealed_email = '\\x00112233' where id = $1`, [ada.id])
    await rows(
      `insert into operator_notifications (operator_id, mail, webhook, time_zone, urgent_through, digest_at) values ($1, '{review-opened}', '{}', 'Europe/Nowhere', true, 0)`,
      [ada.id],
    )
    await shop.review()
    await shop.look()
    await shop.pass('1 day')
    await shop.look()
    expect([...new Set((await shop.mails()).map(({ to }) => to))]).toEqual(['ben@operators.example'])
    const config = shop.config
    expect(await perform(shop.db.database, 'notifications.show', {}, { config })).toMatchObject({ mail: null })
    await perform(
      shop.db.database,
      'operators.set-address',
      { email: 'ada@operators.example', language: 'en' },
      { config },
    )
    await shop.mails()
    await shop.look()
    expect((await shop.mails()).map(({ to }) => to)).toEqual(['ada@operators.example'])
  })

  it('disabled operators and those whose role may not read an alert get no mail', async () => {
    const stock = states.find(({ kind }) => kind === 'benefit-stock')!
    await rows(`update operators set role = 'viewer' where id = $1`, [ben.id])
    await stock.make()
    await shop.look()
    expect((await shop.mails()).map(({ to }) => to)).toEqual(['ada@operators.example'])
    await shop.review()
    await shop.look()
    expect((await shop.mails()).map(({ to }) => to)).toEqual(['ada@operators.example', 'ben@operators.example'])
    await rows(`update operators set disabled_at = now() where id = $1`, [ben.id])
    await shop.pass('2 hours')
    await shop.review()
    await shop.look()
    expect((await shop.mails()).map(({ to }) => to)).toEqual(['ada@operators.example'])
    await rows(`update operators set disabled_at = null, role = 'owner' where id = $1`, [ben.id])
    await stock.mend()
  })
})

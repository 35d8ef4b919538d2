import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { inject } from 'vitest'
import { createPanelDeps, type PanelDeps } from '#server/deps/panel-deps.ts'
import { grantPlan, grantTime } from '#server/modules/membership/membership.service.ts'
import type { PanelsOptions } from '#server/modules/tunnels/panels/create-panels.ts'
import type { ProviderKind } from '#server/modules/tunnels/panels/port.ts'
import { subjectOf } from '#server/modules/tunnels/panel-user-name.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import type { Job } from '#server/platform/jobs.ts'
import { deliverToPanel } from '#server/workflows/tunnels/deliver-tunnels.ts'
import { MarzbanPanel, registerMarzban } from '#simulators/panels/marzban.ts'
import { Receiver, registerReceiver } from '#simulators/panels/receiver.ts'
import { RemnawavePanel, registerRemnawave } from '#simulators/panels/remnawave.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createUser } from '#tests/support/factories.ts'
import { perform } from '#tests/support/operator-acts.ts'

export const squad = '4d9a0021-6b1e-4c52-9a70-3f0c5e8d7b21'
export const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
export const remnawaveToken = 'a-token-of-the-remnawave-simulator'
export const marzbanPassword = 'a-password-of-the-marzban-simulator'

export type SimulatedPanels = {
  readonly app: FastifyInstance
  readonly url: string
  readonly remnawave: RemnawavePanel
  readonly marzban: MarzbanPanel
  readonly receiver: Receiver
  readonly settings: Readonly<Record<ProviderKind, object>>
}

export async function startPanels(): Promise<SimulatedPanels> {
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024 })
  const remnawave = new RemnawavePanel({ token: remnawaveToken })
  const marzban = new MarzbanPanel({ username: 'shop', password: marzbanPassword, prefix: '/marzban' })
  const receiver = new Receiver(secret)
  await app.register((scope) => registerRemnawave(scope, remnawave), { prefix: '/remnawave' })
  await app.register((scope) => registerMarzban(scope, marzban), { prefix: '/marzban' })
  await app.register((scope) => registerReceiver(scope, receiver))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    app,
    url,
    remnawave,
    marzban,
    receiver,
    settings: {
      remnawave: {
        url: `${url}/remnawave`,
        token: remnawaveToken,
        squads: [squad],
        webhookSecret: 'signs-what-it-sends',
      },
      marzban: { url: `${url}/marzban`, username: 'shop', password: marzbanPassword, protocols: ['vless'] },
      webhook: { url: `${url}/receiver`, secrets: [secret] },
    },
  }
}

export type Person = { userId: string; uid: number; subject: string }
export type TunnelShop = {
  readonly db: TestDatabase
  readonly config: Config
  readonly deps: PanelDeps
  readonly panels: SimulatedPanels
  set(id: string, kind: ProviderKind, serves?: string[], settings?: object): Promise<{ feedToken: string }>
  person(): Promise<Person>
  buy(person: Person, months?: number): Promise<string>
  trial(person: Person, seconds?: number): Promise<void>
  deliver(id: string, deps?: PanelDeps): Promise<void>
  /** Runs until every user has their row and nothing is due, also on a busy machine. */
  settle(...ids: string[]): Promise<void>
  rows<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export const jobFor = (provider: string, signal = new AbortController().signal): Job => ({
  id: crypto.randomUUID(),
  kind: 'deliver-to-panel',
  payload: { provider },
  attempt: 1,
  signal,
  completeIn: async () => {},
})

export async function openTunnelShop(options: PanelsOptions = {}): Promise<TunnelShop> {
  const db = await createTestDatabase({ maxConnections: 16 })
  await db.asOwner(`insert into settings (key, value) values ('operatorLimits', '{"personActs": 200}')`)
  const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
  const deps = createPanelDeps(config.secretKey, db.database, pino({ level: 'silent' }), {
    timeout: 2_000,
    ...options,
  })
  const panels = await startPanels()
  const { database } = db
  const deliver: TunnelShop['deliver'] = (id, mine = deps) => deliverToPanel(mine, jobFor(id))
  return {
    db,
    config,
    deps,
    panels,
    async set(id, kind, serves = ['trial', 'paid'], settings = panels.settings[kind]) {
      const input = { provider: id, kind, serves, file: JSON.stringify(settings) }
      return perform(database, 'tunnels.set-provider', input, { config })
    },
    async person() {
      const { userId, uid } = await createUser(database)
      return { userId, uid, subject: subjectOf(deps.digest, userId) }
    },
    async buy({ userId }, months = 1) {
      const sourceId = crypto.randomUUID()
      const plan = { months, bonusDays: 0, maxDevices: 3 }
      await database.transaction((tx) => grantPlan(tx, { userId, source: 'order', sourceId, ...plan }))
      return sourceId
    },
    async trial({ userId }, seconds = 900) {
      const grant = { userId, source: 'trial', sourceId: userId, seconds, note: null } as const
      await database.transaction((tx) => grantTime(tx, grant))
    },
    deliver,
    async settle(...ids) {
      const isBusy = `select 1 from tunnel_providers p where p.id = $1 and (p.filled_at is null
        or exists (select from tunnel_deliveries d where d.provider = p.id and d.due_at <= now()))`
      for (const id of ids) {
        do await deliver(id)
        while ((await db.asOwner(isBusy, [id])).length > 0)
      }
    },
    rows: db.asOwner,
    async close() {
      await panels.app.close()
      await db.drop()
    },
  }
}

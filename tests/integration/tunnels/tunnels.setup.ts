import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import type { LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import type { ActionInput } from '#shared/contract/operator.ts'
import type { ResolveName } from '#server/platform/resolve-name.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createUser } from '#tests/support/factories.ts'
import { perform } from '#tests/support/operator-acts.ts'

export type TestNode = { readonly node: number; readonly name: string; readonly token: string }
export type User = { id: number; uuid: string; speed_limit: number; device_limit: number }
type Call = {
  headers?: Record<string, string>
  payload?: string | Buffer | object
  address?: string
  query?: Record<string, string>
}

export type TunnelTest = TestApp & {
  readonly lines: string[]
  addNode(more?: Partial<ActionInput<'nodes.add'>>): Promise<TestNode>
  ask(node: TestNode, method: 'GET' | 'POST', call: string, options?: Call): Promise<LightMyRequestResponse>
  usersOf(node: TestNode): Promise<User[]>
  member(seconds?: number): Promise<{ userId: string; uid: number; number: number }>
  addLink(userId: string): Promise<number>
}

/** Invented key pair in base64url, the format of `xray x25519`. */
export const realityKeys = {
  privateKey: 'S4jHWGO2AKjiLYJKruQKFiLYfLlBbgsb2IajOvxvOw0',
  publicKey: 'xERrqmj2th1SFugFE7511fdSIFHRA1me0bP-fNXc9Sg',
}
const files = {
  vless: JSON.stringify({
    security: 'reality',
    serverName: 'www.example.org',
    shortId: '6ba85179e30d4fc2',
    ...realityKeys,
  }),
  trojan: JSON.stringify({ serverName: 'node2.example.org' }),
  shadowsocks: JSON.stringify({ serverKey: 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=' }),
}
let count = 0

/** Starts the API with tunnel nodes. By default lists are not cached, so that tests need not wait. */
export async function openTunnels(
  env: Record<string, string> = {},
  tunnelPullSeconds = 0,
  resolveName?: ResolveName,
): Promise<TunnelTest> {
  const lines: string[] = []
  const log = pino(
    { level: 'debug' },
    new Writable({ write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()) }),
  )
  const db = await createTestDatabase({ maxConnections: 12 })
  const adjust = (config: TestApp['config']) => ({ ...config, tunnelPullSeconds })
  const app = await createTestApp({
    db,
    log,
    env,
    ...(env.TUNNEL_PULL_SECONDS === undefined && { adjust }),
    ...(resolveName && { resolveName }),
  })
  const test: TunnelTest = {
    ...app,
    lines,
    async addNode(more = {}) {
      const protocol = more.protocol ?? 'vless'
      const input = {
        name: `Node ${++count}`,
        group: 'eu',
        protocol,
        host: 'node.example.org',
        port: 443,
        serves: 'both',
        ...more,
      } as const
      const { config } = app
      const made = await perform(db.database, 'nodes.add', { file: files[protocol], ...input }, { config })
      return { ...made, token: made.nodeToken }
    },
    ask: ({ node, token }, method, call, { headers, payload, address, query } = {}) =>
      app.app.inject({
        method,
        url: `/api/v1/server/UniProxy/${call}`,
        query: { node_type: 'vless', node_id: String(node), token, ...query },
        ...(headers && { headers }),
        ...(payload !== undefined && { payload }),
        ...(address !== undefined && { remoteAddress: address }),
      }),
    async usersOf(node) {
      return (await test.ask(node, 'GET', 'user')).json<{ users: User[] }>().users
    },
    async member(seconds = 3_600) {
      const person = await createUser(db.database)
      await db.asOwner(
        `insert into memberships (user_id, expires_at, max_devices) values ($1, now() + make_interval(secs => $2), 3)`,
        [person.userId, seconds],
      )
      return { ...person, number: await test.addLink(person.userId) }
    },
    async addLink(userId) {
      const [row] = await db.asOwner<{ number: string }>(
        `with device as (
           insert into devices (id, user_id, device_id, os) values (gen_random_uuid(), $1, gen_random_uuid(), 'other') returning id)
         insert into tunnel_links (user_id, device_id, token_hash) select $1, id, $2 from device returning number`,
        [userId, randomBytes(32)],
      )
      return Number(row?.number)
    },
    async close() {
      await app.close()
      await db.drop()
    },
  }
  return test
}

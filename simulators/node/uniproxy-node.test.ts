import http from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { idleDaemon, type Daemon, type NodeUser } from './daemon.ts'
import { UniProxyNode } from './uniproxy-node.ts'

const user = (id: number, more: Partial<NodeUser> = {}): NodeUser => ({
  id,
  uuid: `uuid-${id}`,
  speed_limit: 0,
  device_limit: 3,
  ...more,
})

/** Fake shop with configurable answers. It counts the node's polls, so that a test knows when one has finished. */
let shop: { users: NodeUser[]; status: number; port: number; looks: number; reports: unknown[]; server: http.Server }
let did: string[]
let traffic: Record<string, [number, number]>
let node: UniProxyNode
const daemon: Daemon = {
  ...idleDaemon,
  start: async ({ server_port: port }, users) => void did.push(`start ${port} ${users.map(({ id }) => id).join()}`),
  add: async ({ id }) => void did.push(`add ${id}`),
  remove: async ({ id }) => void did.push(`remove ${id}`),
  traffic: async () => {
    const counted = traffic
    traffic = {}
    return counted
  },
  stop: async () => void did.push('stop'),
}

beforeEach(async () => {
  const server = http.createServer((request, response) => {
    const call = /UniProxy\/(\w+)/.exec(request.url ?? '')?.[1]
    if (call === 'push') {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => shop.reports.push(JSON.parse(Buffer.concat(chunks).toString())))
    }
    if (call === 'user') shop.looks++
    const config = { server_port: shop.port, tls: 0, base_config: { pull_interval: 0, push_interval: 0 } }
    const body = JSON.stringify(call === 'user' ? { users: shop.users } : config)
    const etag = `"${Buffer.from(body).toString('base64url')}"`
    const known = request.headers['if-none-match'] === etag
    response.writeHead(shop.status === 200 && known ? 304 : shop.status, { etag })
    response.end(known ? '' : body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  shop = { users: [user(1), user(7)], status: 200, port: 443, looks: 0, reports: [], server }
  did = []
  traffic = {}
  const { port } = server.address() as { port: number }
  node = new UniProxyNode({ origin: `http://127.0.0.1:${port}`, protocol: 'vless', number: 1, token: 't' }, daemon)
})
afterEach(async () => {
  await node.stop()
  shop.server.closeAllConnections()
  shop.server.close()
})

/**
 * Waits for three more polls of the node: the first may have begun before the change, and the third begins after the
 * second has finished.
 */
const looked = async () => {
  const { looks } = shop
  await expect.poll(() => shop.looks).toBeGreaterThan(looks + 2)
}

it('a node starts with the user list and then applies only changes', async () => {
  await node.start()
  expect(did).toEqual(['start 443 1,7'])
  shop.users = [user(1), user(8)]
  await expect.poll(() => did.slice(1)).toEqual(['remove 7', 'add 8'])
  await looked()
  expect(did).toHaveLength(3)
})

it('an empty user list is ignored, at start and later', async () => {
  shop.users = []
  const starting = node.start()
  await looked()
  expect(did).toEqual([])
  shop.users = [user(1)]
  await starting
  shop.users = []
  await looked()
  expect(did).toEqual(['start 443 1'])
})

it('a changed credential replaces the user, and a changed device limit does not', async () => {
  await node.start()
  shop.users = [user(1), user(7, { device_limit: 5 })]
  await looked()
  expect(did).toEqual(['start 443 1,7'])
  shop.users = [user(1), user(7, { uuid: 'another' })]
  await expect.poll(() => did.slice(1)).toEqual(['remove 7', 'add 7'])
})

it('a node keeps its users while the shop refuses it, and reports why', async () => {
  await node.start()
  shop.status = 403
  shop.users = [user(1)]
  await expect.poll(() => node.trouble).toContain('403')
  expect(did).toEqual(['start 443 1,7'])
  shop.status = 200
  await expect.poll(() => did.slice(1)).toEqual(['remove 7'])
  await expect.poll(() => node.trouble).toBe(null)
})

/**
 * Fake daemon with users by id, as V2Ray stores them by email (proxy/vless/validator.go of 4.34). Calls listed in
 * `late` succeed and then throw.
 */
function keepUsers() {
  const kept = new Map<number, string>()
  const late = new Set<string>()
  const answer = (call: string) => {
    if (late.delete(call)) throw new Error('AlterInbound was not answered in time')
  }
  const changes: Pick<Daemon, 'start' | 'add' | 'remove'> = {
    start: async (_config, users) => users.forEach(({ id, uuid }) => kept.set(id, uuid)),
    async add({ id, uuid }) {
      did.push(`add ${id}`)
      if (kept.has(id)) throw new Error(`User ${id} already exists.`)
      kept.set(id, uuid)
      answer(`add ${id}`)
    },
    async remove({ id }) {
      did.push(`remove ${id}`)
      if (!kept.delete(id)) throw new Error(`User ${id} not found.`)
      answer(`remove ${id}`)
    },
  }
  return { kept, late, daemon: { ...daemon, ...changes } }
}

const startWith = async (other: Daemon, options: { forgetsConfig?: boolean } = {}) => {
  const { port } = shop.server.address() as { port: number }
  const place = { origin: `http://127.0.0.1:${port}`, protocol: 'vless', number: 1, token: 't' }
  node = new UniProxyNode(place, other, options)
  await node.start()
}

it('a user added with a late response is replaced, and later users are added at once', async () => {
  const { kept, late, daemon: keeping } = keepUsers()
  await startWith(keeping)
  late.add('add 8')
  shop.users = [user(1), user(7), user(8), user(9)]
  await expect.poll(() => did).toEqual(['add 8', 'add 9', 'add 8', 'remove 8', 'add 8'])
  await expect.poll(() => node.trouble).toBe(null)
  expect([...kept.keys()].toSorted()).toEqual([1, 7, 8, 9])
})

it('a user with another credential in the daemon is replaced', async () => {
  const { kept, daemon: keeping } = keepUsers()
  await startWith(keeping)
  kept.set(8, 'of before')
  shop.users = [user(1), user(7), user(8)]
  await expect.poll(() => kept.get(8)).toBe('uuid-8')
})

it('a new credential is added only after the old one is removed, even with a late response', async () => {
  const { kept, late, daemon: keeping } = keepUsers()
  await startWith(keeping)
  late.add('remove 7')
  shop.users = [user(1), user(7, { uuid: 'another' })]
  await expect.poll(() => did).toEqual(['remove 7', 'remove 7', 'add 7'])
  await expect.poll(() => node.trouble).toBe(null)
  expect(kept.get(7)).toBe('another')
})

it('a node that forgets its configuration after a refused call starts again', async () => {
  await startWith(daemon, { forgetsConfig: true })
  shop.status = 503
  await expect.poll(() => node.trouble).toBe('config was answered with 503')
  shop.status = 200
  await expect.poll(() => did.slice(1)).toEqual(['stop', 'start 443 1,7'])
})

it('a changed port restarts the node, and traffic is reported', async () => {
  await node.start()
  shop.port = 8443
  await expect.poll(() => did.slice(1)).toEqual(['stop', 'start 8443 1,7'])
  traffic = { 7: [5, 9] }
  await expect.poll(() => shop.reports).toEqual([{ 7: [5, 9] }])
})

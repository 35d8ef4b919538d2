import { afterAll, beforeAll, expect, it } from 'vitest'
import { idleDaemon } from '#simulators/node/daemon.ts'
import { UniProxyNode } from '#simulators/node/uniproxy-node.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { openTunnels, type TunnelTest } from './tunnels.setup.ts'

let test: TunnelTest
let origin: string
const running: UniProxyNode[] = []
beforeAll(async () => {
  test = await openTunnels({}, 0.25)
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await Promise.all(running.map((node) => node.stop()))
  await test.close()
})

/** Node program over a real connection, with only the data that an operator was shown. */
async function startNode(more: Parameters<TunnelTest['addNode']>[0] = {}, daemon = idleDaemon) {
  const { node: number, name, token } = await test.addNode(more)
  const program = new UniProxyNode({ origin, protocol: more.protocol ?? 'vless', number, token }, daemon)
  running.push(program)
  await program.start()
  return { program, name, knows: (id: number) => program.users.some((user) => user.id === id) }
}

it('a listening server prepares node lists before a node asks', async () => {
  await expect.poll(() => test.lines.filter((line) => line.includes('lists for nodes are made'))).toHaveLength(1)
})

it('a node connects before the first purchase and follows members who come and go', async () => {
  const { program, knows } = await startNode({ group: 'first' })
  expect(program.users.map(({ id }) => id)).toEqual([1])
  const { userId, number } = await test.member()
  await expect.poll(() => knows(number)).toBe(true)
  await test.db.asOwner(`update memberships set expires_at = now() - interval '1 s' where user_id = $1`, [userId])
  // The last user is gone too. The list keeps a placeholder, because the daemon ignores an empty one.
  await expect.poll(() => program.users.map(({ id }) => id)).toEqual([1])
})

it('a node replaces a renewed credential, and drops a blocked user at once', async () => {
  const { program, knows } = await startNode({ protocol: 'trojan' })
  const { userId, uid, number } = await test.member()
  const credential = () => program.users.filter(({ id }) => id === number).map(({ uuid }) => uuid)
  await expect.poll(() => knows(number)).toBe(true)
  const [before] = credential()
  await test.db.asOwner('update tunnel_links set generation = generation + 1 where user_id = $1', [userId])
  await expect.poll(() => credential().length === 1 && credential()[0] !== before).toBe(true)
  await perform(test.db.database, 'people.block', { user: String(uid), toldReason: 'x', reason: 'x' })
  await expect.poll(() => knows(number)).toBe(false)
})

it('a node switched off keeps its list, and resumes when it is switched on', async () => {
  const { number } = await test.member()
  const { program, name, knows } = await startNode()
  await expect.poll(() => knows(number)).toBe(true)
  await perform(test.db.database, 'nodes.disable', { node: name, reason: 'moved' }, { config: test.config })
  await expect.poll(() => program.trouble).toContain('403')
  expect(knows(number)).toBe(true)
  await perform(test.db.database, 'nodes.edit', { node: name, on: true }, { config: test.config })
  await expect.poll(() => program.trouble).toBe(null)
})

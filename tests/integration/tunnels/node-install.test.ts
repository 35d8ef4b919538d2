import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installScript } from '#server/modules/tunnels/node-install.ts'
import type { ActionInput } from '#shared/contract/operator.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { openTunnels, type TunnelTest } from './tunnels.setup.ts'

let test: TunnelTest
beforeAll(async () => void (test = await openTunnels()))
afterAll(() => test.close())

let count = 0
const where = { group: 'eu', host: 'node.example.org', port: 443, serves: 'both' } as const

/** Adds a node by the fields of the form, without a file. */
async function add(more: Partial<ActionInput<'nodes.add'>> = {}, serverName: string | null = 'www.example.org') {
  const name = `Installed ${++count}`
  const site = serverName === null ? {} : { serverName }
  const input = { name, protocol: 'vless', ...site, ...where, ...more } as const
  const made = await perform(test.db.database, 'nodes.add', input, { config: test.config })
  return { ...made, install: tokenOf(made.install) }
}
const tokenOf = (line: string): string => /-- (wfn_\S+)$/.exec(line)?.[1] ?? ''

const enrol = (install: string, remoteAddress = '203.0.113.9') =>
  test.app.inject({
    method: 'POST',
    url: '/api/v1/server/enrol',
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: install,
  })

type Sent = { Nodes: [{ ApiHost: string; ApiKey: string; NodeID: number; NodeType: string }] }
async function enrolled(install: string) {
  const [{ ApiKey: token, NodeID: node, ...rest }] = (await enrol(install)).json<Sent>().Nodes
  return { ...rest, node, token, name: '' }
}

const listed = async (name: string) =>
  (await perform(test.db.database, 'nodes.list', {})).nodes.find((node) => node.name === name)

describe('keys made by the shop', () => {
  it('a REALITY node gets keys and a short id of its own', async () => {
    const [one, other] = [await enrolled((await add()).install), await enrolled((await add()).install)]
    const configs = await Promise.all([one, other].map((node) => test.ask(node, 'GET', 'config')))
    const [mine, theirs] = configs.map((answer) => answer.json<{ tls_settings: Record<string, string> }>().tls_settings)
    expect(Buffer.from(mine?.private_key ?? '', 'base64url')).toHaveLength(32)
    expect(mine?.short_id).toMatch(/^[0-9a-f]{16}$/)
    expect(mine?.server_name).toBe('www.example.org')
    expect(theirs?.private_key).not.toBe(mine?.private_key)
  })

  it('a Shadowsocks node gets a key of 32 bytes, which a change replaces', async () => {
    const made = await add({ protocol: 'shadowsocks' }, null)
    const node = await enrolled(made.install)
    const keyOf = async () => {
      const answer = await test.ask(node, 'GET', 'config', { query: { node_type: 'shadowsocks' } })
      return answer.json<{ server_key: string }>().server_key
    }
    const before = await keyOf()
    expect(Buffer.from(before, 'base64')).toHaveLength(32)
    await perform(test.db.database, 'nodes.edit', { node: made.name, newKeys: true }, { config: test.config })
    expect(await keyOf()).not.toBe(before)
  })

  it('a changed website keeps the keys of a node', async () => {
    const made = await add()
    const node = await enrolled(made.install)
    const settingsOf = async () =>
      (await test.ask(node, 'GET', 'config')).json<{ tls_settings: Record<string, string> }>().tls_settings
    const before = await settingsOf()
    await perform(
      test.db.database,
      'nodes.edit',
      { node: made.name, serverName: 'www.example.net' },
      { config: test.config },
    )
    expect(await settingsOf()).toEqual({ ...before, server_name: 'www.example.net', dest: 'www.example.net' })
  })

  it.each<[Partial<ActionInput<'nodes.add'>>, RegExp]>([
    [{}, /website that the node shows/],
    [{ security: 'tls' }, /name in the certificate/],
    [{ protocol: 'trojan' }, /name in the certificate/],
  ])('a node without its website or domain is refused (%j)', async (more, reason) => {
    await expect(add(more, null)).rejects.toThrow(reason)
  })

  it('new keys of a node with a certificate, and a website of a Shadowsocks node, are refused', async () => {
    const tls = await add({ protocol: 'trojan' })
    const edit = (node: string, change: object) =>
      perform(test.db.database, 'nodes.edit', { node, ...change }, { config: test.config })
    await expect(edit(tls.name, { newKeys: true })).rejects.toThrow('certificate')
    const plain = await add({ protocol: 'shadowsocks' }, null)
    await expect(edit(plain.name, { serverName: 'www.example.org' })).rejects.toThrow('has no')
  })
})

describe('install line of a node', () => {
  it('the shop serves the script that the install line runs', async () => {
    const answer = await test.app.inject({ url: '/api/v1/server/node.sh' })
    expect(answer.body).toBe(installScript(test.config.publicOrigin, test.config.nodeProgram))
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('the install token is exchanged once for the settings of the node program, with which the shop answers the node', async () => {
    const made = await add()
    expect(await listed(made.name)).toMatchObject({ install: 'line_open', called: null })
    const node = await enrolled(made.install)
    expect(node).toMatchObject({ ApiHost: test.config.publicOrigin, NodeType: 'vless', node: made.node })
    expect(await listed(made.name)).toMatchObject({ install: '' })
    expect((await test.ask(node, 'GET', 'config')).statusCode).toBe(200)
    expect((await listed(made.name))?.called).not.toBeNull()
    // The former token of the node was never used, so it ends at once.
    expect((await test.ask({ ...made, token: made.nodeToken }, 'GET', 'config')).statusCode).toBe(403)
    expect((await enrol(made.install)).statusCode).toBe(403)
  })

  it('if two machines use one install token at the same time, one is refused', async () => {
    const { install } = await add()
    const answers = await Promise.all([enrol(install), enrol(install)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403])
  })

  it('the install line expires after an hour', async () => {
    const made = await add()
    await test.db.asOwner(
      `update tunnel_nodes set install_until = install_until - interval '59 minutes' where name = $1`,
      [made.name],
    )
    expect(await listed(made.name)).toMatchObject({ install: 'line_open' })
    await test.db.asOwner(
      `update tunnel_nodes set install_until = install_until - interval '1 minute' where name = $1`,
      [made.name],
    )
    expect((await enrol(made.install)).statusCode).toBe(403)
    expect(await listed(made.name)).toMatchObject({ install: 'line_over' })
  })

  it.each(['', 'wfn_', `wfn_${'a'.repeat(43)}`, "wfn_' or true --", 'x'.repeat(180)])(
    'a made-up install token is refused (%j)',
    async (token) => {
      await add()
      expect((await enrol(token)).statusCode).toBe(403)
    },
  )

  it("the node's own token is refused in place of an install token, and a long body is not read", async () => {
    const made = await add()
    expect((await enrol(made.nodeToken)).statusCode).toBe(403)
    expect((await enrol('x'.repeat(500))).statusCode).toBe(413)
  })

  it('a node bound to IP addresses is installed from there alone, and a refused try does not spend the install token', async () => {
    const { install } = await add({ networks: ['198.51.100.0/24'] })
    expect((await enrol(install, '203.0.113.9')).statusCode).toBe(403)
    expect((await enrol(install, '198.51.100.7')).statusCode).toBe(200)
  })

  it('a new install line ends the one before, and a running machine keeps its token until it is dropped', async () => {
    const made = await add()
    const running = await enrolled(made.install)
    expect((await test.ask(running, 'GET', 'config')).statusCode).toBe(200)
    const make = async () =>
      tokenOf((await perform(test.db.database, 'nodes.install', { node: made.name }, { config: test.config })).install)
    const [first, second] = [await make(), await make()]
    expect((await enrol(first)).statusCode).toBe(403)
    const again = await enrolled(second)
    expect((await test.ask(again, 'GET', 'config')).statusCode).toBe(200)
    expect((await test.ask(running, 'GET', 'config')).statusCode).toBe(200)
    await perform(test.db.database, 'nodes.rotate-token', { node: made.name, drop: true })
    expect((await test.ask(running, 'GET', 'config')).statusCode).toBe(403)
  })

  it('a node that is switched off gets no install line, and an open one is refused', async () => {
    const made = await add()
    await perform(test.db.database, 'nodes.disable', { node: made.name, reason: 'x' })
    expect((await enrol(made.install)).statusCode).toBe(403)
    await expect(perform(test.db.database, 'nodes.install', { node: made.name })).rejects.toThrow('switched off')
  })

  it('the token of the install line is stored nowhere in plain text', async () => {
    const { install } = await add()
    const rows = await test.db.asOwner<{ text: string }>(
      'select to_jsonb(n)::text as text from tunnel_nodes n union all select to_jsonb(a)::text from audit_log a',
    )
    expect(rows.map(({ text }) => text).join('\n')).not.toContain(install)
    await enrol(install)
    expect(test.lines.join('\n')).not.toContain(install)
  })
})

it('a node is removed with its token once it is switched off', async () => {
  const made = await add()
  const node = await enrolled(made.install)
  const remove = () => perform(test.db.database, 'nodes.remove', { node: made.name, reason: 'x' })
  await expect(remove()).rejects.toThrow('Switch it off first')
  await perform(test.db.database, 'nodes.disable', { node: made.name, reason: 'x' })
  await remove()
  expect(await listed(made.name)).toBeUndefined()
  expect((await test.ask(node, 'GET', 'config')).statusCode).toBe(403)
})

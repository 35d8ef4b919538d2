import { spawn, type ChildProcess } from 'node:child_process'
import { findFreePort, findFreePorts } from '#simulators/free-ports.ts'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { compileCache } from '#tests/support/compile-cache.ts'
import { ensureBuilt } from '../../../scripts/build.ts'
import { describeChain, describeCrypto } from '#simulators/chain/describe-chain.ts'
import { startChain } from '#simulators/chain/start-chain.ts'
import { makeTemporaryFolder } from '../../../scripts/temporary-folder.ts'

const root = path.join(import.meta.dirname, '../../..')
let folder: string
/** Minimal node: only whether it answers matters here. */
let node: http.Server
let product: ChildProcess | undefined
beforeAll(async () => {
  folder = await makeTemporaryFolder('local-chain')
  node = http.createServer((_request, response) => response.end('{"jsonrpc":"2.0","id":1,"result":"0x0"}'))
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  await ensureBuilt()
})
afterEach(async () => {
  product?.kill('SIGTERM')
  if (product) await once(product, 'close')
  product = undefined
})
afterAll(async () => {
  node.close()
  await rm(folder, { recursive: true, force: true })
})

const nodeUrl = () => `http://127.0.0.1:${(node.address() as net.AddressInfo).port}`
const token = (digit: string) => ({ address: `0x${digit.repeat(40)}`, decimals: 6, kind: 'StandardToken' }) as const

async function writeDescription(dataDir: string, rpcUrl: string): Promise<void> {
  const tokens = { USDT: token('1'), USDC: token('2'), FEE: token('3'), FAKE: token('4') }
  const file = path.join(dataDir, 'dev-chain.json')
  await mkdir(dataDir, { recursive: true })
  await writeFile(
    `${file}.new`,
    JSON.stringify(describeCrypto({ local: describeChain({ rpcUrl, chainId: 31_337, tokens }) })),
  )
  await rename(`${file}.new`, file)
}

/** Runs `npm start` in a data folder; `says` waits for output with this text. */
async function start(dataDir: string, environment: 'DEV' | 'TEST') {
  const ports = await findFreePorts(3)
  const [PORT, SIMULATOR_PORT, SIMULATOR_MAIL_PORT] = ports.map(String)
  const child = spawn(process.execPath, [path.join(root, 'scripts/run.js'), 'start'], {
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      LOG_LEVEL: 'error',
      APP_ENV: environment,
      DATA_DIR: dataDir,
      PORT,
      SIMULATOR_PORT,
      SIMULATOR_MAIL_PORT,
    },
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  product = child
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const says = async (text: string) => {
    await expect.poll(() => output, { interval: 50 }).toContain(text)
  }
  await says('begin anew')
  // On a busy machine the server answers 503 while its database starts.
  const ask = async (route: string, init?: RequestInit): Promise<Response> => {
    for (;;) {
      const response = await fetch(`http://localhost:${PORT}${route}`, init)
      if (response.status !== 503) return response
      await response.text()
      await sleep(200)
    }
  }
  const get = async (route: string) => {
    const response = await ask(route)
    return {
      status: response.status,
      text: await response.text(),
      policy: response.headers.get('content-security-policy') ?? '',
    }
  }
  const networks = async (): Promise<unknown[]> => {
    const response = await ask('/v4/test/api/payment/payment_crypto_options', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    return ((await response.json()) as { data: { networks: unknown[] } }).data.networks
  }
  return { says, get, networks }
}
const wallet = /demo.?wallet/i

it('a local chain that was killed is not offered, and one started after the server is, with its wallet, until it stops', async () => {
  const dataDir = path.join(folder, 'after')
  // A chain that was killed leaves its description behind.
  await writeDescription(dataDir, `http://127.0.0.1:${await findFreePort()}`)
  const { says, get, networks } = await start(dataDir, 'DEV')
  expect(existsSync(path.join(dataDir, 'dev-chain.json'))).toBe(false)
  await says('"npm run lab -- chain" in a second terminal')
  expect(await networks()).toEqual([])
  expect((await get('/crypto-pay/plan-1')).text).not.toMatch(wallet)

  await writeDescription(dataDir, nodeUrl())
  await says(`offered on the local chain at ${nodeUrl()}, with a demo wallet`)
  expect(await networks()).toHaveLength(1)
  expect((await get('/demo-wallet.js')).text).toContain('eip6963:announceProvider')
  const page = await get('/crypto-pay/plan-1')
  expect(page.text).toContain(`<script defer="" src="/demo-wallet.js" data-chain="${nodeUrl()}"></script>`)
  expect(page.policy).toContain(`connect-src 'self' ${nodeUrl()};`)
  const other = await get('/pricing')
  expect(other.text).not.toMatch(wallet)
  expect(other.policy).toContain("connect-src 'self';")

  await rm(path.join(dataDir, 'dev-chain.json'))
  await expect.poll(networks, { interval: 200 }).toEqual([])
  expect((await get('/demo-wallet.js')).status).toBe(404)
})

it('TEST offers the local chain without a wallet, and no build contains one', async () => {
  const dataDir = path.join(folder, 'test')
  await writeDescription(dataDir, nodeUrl())
  const { get, networks } = await start(dataDir, 'TEST')
  expect(await networks()).toHaveLength(1)
  expect((await get('/demo-wallet.js')).status).toBe(404)
  const page = await get('/crypto-pay/plan-1')
  expect(page.status).toBe(200)
  expect(page.text).not.toMatch(wallet)
  expect(page.policy).toContain("connect-src 'self';")
  const client = path.join(root, 'dist/client')
  const files = (await readdir(client, { recursive: true })).filter((name) => /\.(?:js|json|css)$/.test(name))
  expect(files.length).toBeGreaterThan(20)
  for (const name of files)
    expect([name, wallet.test(await readFile(path.join(client, name), 'utf8'))]).toEqual([name, false])
})

it('a restarted local chain keeps its state', async () => {
  const stateFile = path.join(folder, 'state.json')
  const first = await startChain({ stateFile })
  const hash = await first.transfer('USDT', `0x${'5'.repeat(40)}`, 7n)
  const head = await first.call('eth_blockNumber')
  await first.stop()
  const second = await startChain({ stateFile })
  try {
    expect(second.tokens).toEqual(first.tokens)
    expect(await second.call('eth_blockNumber')).toBe(head)
    const block = await second.call<{ transactions: string[] }>('eth_getBlockByNumber', head, false)
    expect(block.transactions).toEqual([hash])
    expect(await second.call('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1', blockNumber: head })
  } finally {
    await second.stop()
  }
})

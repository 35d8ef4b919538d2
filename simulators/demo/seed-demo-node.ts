import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { addNode, giveToken, lockNodeSettings } from '#server/modules/tunnels/nodes.service.ts'
import type { Config } from '#server/platform/config.ts'
import { recordLoad, recordSeen } from '#server/modules/tunnels/reports.service.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { createKeyring, type Keyring } from '#server/platform/keyring.ts'
import { demoNodeFile, type DemoPlace } from '../node/demo-node.ts'

/**
 * VPN nodes of the demo, with IP addresses reserved for examples. The simulator reports for all of them; `cpu`: the
 * load it reports.
 */
const demoNodes = [
  { name: 'Demo node', host: '198.51.100.7', country: 'JP', city: { en: 'Tokyo', 'zh-CN': '东京' }, cpu: 31 },
  { name: 'Demo node Singapore', host: '198.51.100.23', country: 'SG', city: null, cpu: 18 },
  {
    name: 'Demo node Los Angeles',
    host: '203.0.113.40',
    country: 'US',
    city: { en: 'Los Angeles', 'zh-CN': '洛杉矶' },
    cpu: 64,
  },
  {
    name: 'Demo node Frankfurt',
    host: '2001:db8:5::7',
    country: 'DE',
    city: { en: 'Frankfurt', 'zh-CN': '法兰克福' },
    cpu: 22,
  },
]
/** Node settings without a real server, so apps that try the node cannot connect. */
const settings = {
  security: 'reality',
  serverName: 'node.wayfare.example',
  shortId: '6ba85179e30d4fc2',
  privateKey: 'S4jHWGO2AKjiLYJKruQKFiLYfLlBbgsb2IajOvxvOw0',
  publicKey: 'xERrqmj2th1SFugFE7511fdSIFHRA1me0bP-fNXc9Sg',
} as const

const readAnnounced = async (file: string): Promise<DemoPlace[]> =>
  readFile(file, 'utf8').then(
    (text) => [JSON.parse(text) as DemoPlace | DemoPlace[]].flat(),
    () => [],
  )

export async function seedDemoNodes(
  database: Database,
  { secretKey, dataDir, port }: Pick<Config, 'secretKey' | 'dataDir' | 'port'>,
): Promise<void> {
  const keyring = createKeyring(secretKey)
  const file = demoNodeFile(path.join(dataDir, 'simulator'))
  const announced = await readAnnounced(file)
  const places = await database.transaction(async (tx) => {
    const all: DemoPlace[] = []
    for (const { cpu, ...node } of demoNodes) {
      const held = await lockNodeSettings(tx, keyring, node.name)
      const known = announced.find(({ number }) => number === held?.row.number)
      const { number, token } =
        known ??
        (held ? { number: held.row.number, token: await giveToken(tx, held) } : await addDemoNode(tx, keyring, node))
      // Sets the time of the node's last report as if it had reported, so that the site lists its location from the
      // start.
      await recordSeen(tx, number)
      await recordLoad(tx, number, { cpu })
      all.push({ origin: `http://localhost:${port}`, protocol: 'vless', number, token, cpu })
    }
    return all
  })
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(places), { mode: 0o600 })
}

async function addDemoNode(
  tx: Transaction,
  keyring: Keyring,
  node: Pick<(typeof demoNodes)[number], 'name' | 'host' | 'country' | 'city'>,
): Promise<{ number: number; token: string }> {
  const added = await addNode(tx, keyring, {
    ...node,
    nodeGroup: 'demo',
    port: 443,
    serves: 'both',
    allowedNetworks: [],
    protocol: { protocol: 'vless', settings },
  })
  if (added) return added
  throw new Error(`"${node.name}" was added by another process`)
}

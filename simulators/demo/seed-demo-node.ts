import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { addNode, giveToken, holdNode } from '#server/modules/tunnels/nodes.service.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import type { NodePlace } from '../node/ask-shop.ts'
import { demoNodeFile } from '../node/demo-node.ts'

const name = 'Demo node'
/** Settings without a server: apps that try it cannot connect. */
const settings = {
  security: 'reality',
  serverName: 'node.wayfare.example',
  shortId: '6ba85179e30d4fc2',
  privateKey: 'S4jHWGO2AKjiLYJKruQKFiLYfLlBbgsb2IajOvxvOw0',
  publicKey: 'xERrqmj2th1SFugFE7511fdSIFHRA1me0bP-fNXc9Sg',
} as const

const readPlace = async (file: string): Promise<NodePlace | null> =>
  readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as NodePlace,
    () => null,
  )

/** Creates a demo node, and a file with its number, token and the shop's URL for the simulator. */
export async function seedDemoNode(
  database: Database,
  { secretKey, dataDir, port }: Pick<Config, 'secretKey' | 'dataDir' | 'port'>,
): Promise<void> {
  const keyring = createKeyring(secretKey)
  const file = demoNodeFile(path.join(dataDir, 'simulator'))
  const known = await readPlace(file)
  const { number, token } = await database.transaction(async (tx) => {
    const held = await holdNode(tx, keyring, name)
    if (!held)
      return addNode(tx, keyring, {
        name,
        nodeGroup: 'demo',
        host: 'node.wayfare.example',
        port: 443,
        serves: 'both',
        allowedNetworks: [],
        protocol: { protocol: 'vless', settings },
      }).then((added) => added ?? Promise.reject(new Error(`"${name}" was added by another process`)))
    if (known?.number === held.row.number) return known
    return { number: held.row.number, token: await giveToken(tx, held) }
  })
  const place: NodePlace = { origin: `http://localhost:${port}`, protocol: 'vless', number, token }
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(place), { mode: 0o600 })
}

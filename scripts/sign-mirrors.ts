import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { HostList, SignedHosts } from '#shared/mirror.ts'

const usage = `npx node scripts/sign-mirrors.ts --key mirrors.pem --hosts https://a.example,https://b.example --out mirrors.json [--days 30]

Signs the list of hosts that copies of the site may use for the API. A key that does not exist yet is made; its public half,
for the setting "mirrors" (manifestKey), is printed. Keep the key off the servers.`

const { values } = parseArgs({
  options: { key: { type: 'string' }, hosts: { type: 'string' }, out: { type: 'string' }, days: { type: 'string' } },
})
if (!values.key || !values.hosts || !values.out) {
  console.log(usage)
  process.exit(1)
}
if (!existsSync(values.key)) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await writeFile(values.key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
}
for (const host of values.hosts.split(','))
  if (new URL(host).protocol !== 'https:') throw new Error(`${host} is not https: pages would refuse the list`)
const key = createPrivateKey(await readFile(values.key))
const list: HostList = {
  // Uses the current second as version, which is higher than in earlier lists, whoever signs.
  version: Math.floor(Date.now() / 1000),
  hosts: values.hosts.split(',').map((host) => new URL(host).origin),
  expiresAt: new Date(Date.now() + Number(values.days ?? 30) * 86_400_000).toISOString(),
}
const bytes = Buffer.from(JSON.stringify(list))
const signature = sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }).toString('base64')
const signed: SignedHosts = { payload: bytes.toString('base64'), signature }
await writeFile(values.out, JSON.stringify(signed))
console.log(`manifestKey: ${createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64')}`)

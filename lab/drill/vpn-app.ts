import http from 'node:http'
import { findFreePort } from '#simulators/free-ports.ts'
import { runV2ray, started } from '#simulators/node/run-v2ray.ts'

export type VpnApp = {
  /** Fetches a page through the tunnel by a new connection; null if the node rejects it. */
  fetch(url: string): Promise<string | null>
  stop(): Promise<void>
}

/**
 * Fetches the list of servers that a subscription link returns to an app like v2rayNG. Throws for any other content.
 */
export async function fetchLink(url: string): Promise<URL[]> {
  const answer = await fetch(url, { headers: { 'user-agent': 'v2rayNG/1.9.16' } })
  if (answer.status !== 200) throw new Error(`the link returned ${answer.status}`)
  const list = Buffer.from(await answer.text(), 'base64').toString('utf8')
  return list
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => new URL(line))
}

/**
 * Converts a server's URL from the list to an outbound, as the app's importer does. v2ray and Xray accept the same
 * format.
 */
export function outboundOf({ protocol, username, password, hostname, port, searchParams: asked }: URL): object {
  const place = { address: hostname, port: Number(port) }
  const user = decodeURIComponent(username)
  if (protocol === 'ss:') {
    const servers = [{ ...place, method: user, password: decodeURIComponent(password) }]
    return { protocol: 'shadowsocks', settings: { servers } }
  }
  const security = asked.get('security') ?? 'none'
  const tls = { serverName: asked.get('sni'), fingerprint: asked.get('fp') ?? undefined }
  const streamSettings = {
    network: asked.get('type'),
    ...(security === 'tls' && { security, tlsSettings: tls }),
    ...(security === 'reality' && {
      security,
      realitySettings: { ...tls, publicKey: asked.get('pbk'), shortId: asked.get('sid') },
    }),
  }
  if (protocol === 'vless:') {
    const users = [{ id: user, encryption: asked.get('encryption'), flow: asked.get('flow') ?? undefined }]
    return { protocol: 'vless', settings: { vnext: [{ ...place, users }] }, streamSettings }
  }
  return { protocol: 'trojan', settings: { servers: [{ ...place, password: user }] }, streamSettings }
}

/** Runs a real v2ray as a customer's app. `trusted`: file of certificates that this device trusts. */
export async function openApp(program: string, entry: URL, trusted: string): Promise<VpnApp> {
  const port = await findFreePort()
  const config = {
    log: started,
    inbounds: [{ listen: '127.0.0.1', port, protocol: 'http' }],
    outbounds: [outboundOf(entry)],
  }
  const running = await runV2ray(program, config, { SSL_CERT_FILE: trusted })
  return { fetch: (url) => fetchThrough(port, url), stop: () => running.stop() }
}

/** Long time limit: a rejection closes the connection at once, while a busy machine may take seconds to answer. */
const limitMs = 60_000

export const fetchThrough = (port: number, url: string): Promise<string | null> =>
  new Promise((resolve) => {
    const { host } = new URL(url)
    const request = http.get({ port, host: '127.0.0.1', path: url, headers: { host }, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', () => resolve(null))
      response.once('end', () => resolve(response.statusCode === 200 ? Buffer.concat(chunks).toString() : null))
    })
    request.setTimeout(limitMs, () => request.destroy())
    request.once('error', () => resolve(null))
    request.once('close', () => resolve(null))
  })

import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '#simulators/free-ports.ts'
import type { Core, CoreName } from './find-cores.ts'
import { runProgram } from './run-program.ts'
import { fetchThrough, outboundOf, type VpnApp } from './vpn-app.ts'

type Kind = {
  readonly userAgent: (version: string) => string
  /** The document with the node chosen and a proxy on this machine in place of the device's tunnel. */
  readonly arrange: (document: string, node: string, port: number) => object
  readonly check: (file: string, folder: string) => string[]
  readonly run: (file: string, folder: string) => string[]
}
type Config = Record<string, unknown>
type SingBox = Config & { inbounds: Config[]; outbounds: Config[]; route: Config }
type Mihomo = Config & { 'proxy-groups': [Config, ...Config[]] }

function arrangeList(document: string, node: string, port: number): object {
  const lines = Buffer.from(document, 'base64').toString().split('\n')
  const entry = lines.find((line) => line !== '' && decodeURIComponent(new URL(line).hash) === `#${node}`)
  if (entry === undefined) throw new Error(`the list holds no node ${node}`)
  return {
    log: { loglevel: 'warning' },
    inbounds: [{ listen: '127.0.0.1', port, protocol: 'http' }],
    outbounds: [outboundOf(new URL(entry))],
  }
}

const kinds: Readonly<Record<CoreName, Kind>> = {
  'sing-box': {
    userAgent: (version) => `SFA (sing-box ${version})`,
    arrange(document, node, port) {
      const config = JSON.parse(document) as SingBox
      const { sniff } = config.inbounds[0] ?? {}
      const inbound = { type: 'mixed', tag: 'in', listen: '127.0.0.1', listen_port: port, sniff }
      const [selector, ...others] = config.outbounds
      const outbounds = [{ ...selector, default: node }, ...others]
      return { ...config, inbounds: [inbound], outbounds, route: { ...config.route, auto_detect_interface: false } }
    },
    check: (file) => ['check', '-c', file],
    run: (file) => ['run', '-c', file],
  },
  mihomo: {
    userAgent: () => 'mihomo/1.19',
    arrange(document, node, port) {
      const config = JSON.parse(document) as Mihomo
      const [group] = config['proxy-groups']
      return { ...config, 'mixed-port': port, 'proxy-groups': [{ ...group, proxies: [node] }] }
    },
    check: (file, folder) => ['-t', '-d', folder, '-f', file],
    run: (file, folder) => ['-d', folder, '-f', file],
  },
  xray: {
    userAgent: () => 'v2rayNG/1.10',
    arrange: arrangeList,
    check: (file) => ['run', '-test', '-c', file],
    run: (file) => ['run', '-c', file],
  },
  v2ray: {
    userAgent: () => 'v2rayNG/1.10',
    arrange: arrangeList,
    check: (file) => ['-test', '-config', file],
    run: (file) => ['-config', file],
  },
}

const run = promisify(execFile)

/**
 * Opens a core with the document that the link returns to an app of its kind. Throws if the core refuses the document
 * as it was served, or as it was arranged.
 */
export async function openCore(
  { name, program, version }: Core,
  { link, node, folder, trusted }: { link: string; node: string; folder: string; trusted: string },
): Promise<VpnApp> {
  const { userAgent, arrange, check, run: start } = kinds[name]
  const answer = await fetch(link, { headers: { 'user-agent': userAgent(version) } })
  if (answer.status !== 200) throw new Error(`the link returned ${answer.status} to ${name}`)
  const document = await answer.text()
  const home = path.join(folder, name)
  await mkdir(home, { recursive: true })
  const file = path.join(home, 'config.json')
  const port = await findFreePort()
  const arranged = JSON.stringify(arrange(document, node, port))
  const documents = name === 'sing-box' || name === 'mihomo' ? [document, arranged] : [arranged]
  for (const text of documents) {
    await writeFile(file, text)
    await run(program, check(file, home))
  }
  const running = await runProgram({ program, args: start(file, home), env: { SSL_CERT_FILE: trusted } }, port)
  return { fetch: (url) => fetchThrough(port, url), stop: () => running.stop() }
}

import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '#simulators/free-ports.ts'
import type { Core, CoreName } from './find-cores.ts'
import { runProgram } from './run-program.ts'
import { fetchThrough, outboundOf, type VpnApp } from './vpn-app.ts'

type App = {
  readonly document: string
  readonly userAgent: (version: string) => string
  readonly arrange: (document: string, node: string, port: number) => object
  /** True if the core can read the document exactly as the shop serves it. */
  readonly isWhole: boolean
}
type Commands = {
  readonly check: (file: string, folder: string) => string[]
  readonly run: (file: string, folder: string) => string[]
  readonly apps: readonly App[]
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

const inbound = (port: number) => ({ type: 'mixed', tag: 'in', listen: '127.0.0.1', listen_port: port })
function chooseNode([selector, ...others]: Config[], node: string): Config[] {
  return [{ ...selector, default: node }, ...others]
}

const list: App = { document: 'list', userAgent: () => 'v2rayNG/1.10', arrange: arrangeList, isWhole: false }

const commands: Readonly<Record<CoreName, Commands>> = {
  'sing-box': {
    check: (file) => ['check', '-c', file],
    run: (file) => ['run', '-c', file],
    apps: [
      {
        document: 'sing-box',
        userAgent: (version) => `SFA/${version} (sing-box ${version})`,
        arrange(document, node, port) {
          const config = JSON.parse(document) as SingBox
          const { sniff } = config.inbounds[0] ?? {}
          const outbounds = chooseNode(config.outbounds, node)
          const route = { ...config.route, auto_detect_interface: false }
          return { ...config, inbounds: [{ ...inbound(port), sniff }], outbounds, route }
        },
        isWhole: true,
      },
      {
        document: 'outbounds',
        userAgent: () => 'HiddifyNext/2.5.7 (android) like ClashMeta v2ray sing-box',
        arrange(document, node, port) {
          const { outbounds } = JSON.parse(document) as SingBox
          return { inbounds: [inbound(port)], outbounds: chooseNode(outbounds, node) }
        },
        isWhole: true,
      },
    ],
  },
  mihomo: {
    check: (file, folder) => ['-t', '-d', folder, '-f', file],
    run: (file, folder) => ['-d', folder, '-f', file],
    apps: [
      {
        document: 'mihomo',
        userAgent: () => 'mihomo/1.19',
        arrange(document, node, port) {
          const config = JSON.parse(document) as Mihomo
          const [group] = config['proxy-groups']
          return { ...config, 'mixed-port': port, 'proxy-groups': [{ ...group, proxies: [node] }] }
        },
        isWhole: true,
      },
    ],
  },
  xray: { check: (file) => ['run', '-test', '-c', file], run: (file) => ['run', '-c', file], apps: [list] },
  v2ray: { check: (file) => ['-test', '-config', file], run: (file) => ['-config', file], apps: [list] },
}

const run = promisify(execFile)

type ServedDocument = { readonly app: App; readonly text: string }

/**
 * Fetches each document format that apps with this core read. All nodes share them, because a subscription link may be
 * fetched at most thirty times an hour.
 */
export const fetchDocuments = ({ name, version }: Core, link: string): Promise<ServedDocument[]> =>
  Promise.all(
    commands[name].apps.map(async (app) => {
      const answer = await fetch(link, { headers: { 'user-agent': app.userAgent(version) } })
      if (answer.status !== 200) throw new Error(`the link returned ${answer.status} to ${name}`)
      return { app, text: await answer.text() }
    }),
  )

/**
 * Starts a core (VPN program) with a document. Throws if the core refuses the document, as served or as adapted for the
 * drill.
 */
export async function openCore(
  { name, program }: Core,
  { app, text: served }: ServedDocument,
  { node, folder, trusted }: { node: string; folder: string; trusted: string },
): Promise<VpnApp> {
  const { check, run: start } = commands[name]
  // Gives each app its own folder, because two mihomo processes would wait for each other's cache.
  const home = await mkdtemp(path.join(folder, `${name}-`))
  const file = path.join(home, 'config.json')
  const port = await findFreePort()
  const arranged = JSON.stringify(app.arrange(served, node, port))
  for (const text of app.isWhole ? [served, arranged] : [arranged]) {
    await writeFile(file, text)
    await run(program, check(file, home))
  }
  const running = await runProgram({ program, args: start(file, home), env: { SSL_CERT_FILE: trusted } }, port)
  return { fetch: (url) => fetchThrough(port, url), stop: () => running.stop() }
}

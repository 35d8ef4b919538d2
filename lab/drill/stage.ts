import { execFile } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import tls from 'node:tls'
import { promisify } from 'node:util'
import { findFreePort, findFreePorts } from '#simulators/free-ports.ts'
import { UniProxyNode } from '#simulators/node/uniproxy-node.ts'
import type { Daemon } from '#simulators/node/daemon.ts'
import { V2rayDaemon, type Certificate } from '#simulators/node/v2ray-daemon.ts'
import { startProduct, type Product } from '../../tests/e2e/start-product.ts'
import { changeProduct } from '../../tests/support/query-product.ts'
import { SingBoxDaemon } from './sing-box-daemon.ts'
import type { V2ray } from './find-cores.ts'

export const protocols = ['vless', 'trojan'] as const
export type Protocol = (typeof protocols)[number]
/** Begins the name of each node of the drill. Its characters have a meaning in URLs, YAML or rules of an app. */
const oddly = '🇯🇵 东京 "1", A&B: 50% @*'
const nameOf = (kind: string): string => `${oddly} ${kind}`
/** Name of the node that the drill runs. Nodes of the demo also exist, but no program runs for them. */
export const nodeName = (protocol: Protocol): string => nameOf(protocol)
export const kindOfNode = (name: string): string => name.slice(oddly.length + 1)
type NodeOnStage = { start(): Promise<void>; stop(): Promise<void>; restart(): Promise<void> }

const serverName = 'node.drill.example'
const pageName = 'page.drill.example'
const websiteName = 'www.drill.example'
/** Host name that only the nodes can resolve, so a page fetched by it must have come through a node. */
const hosts = { [pageName]: '127.0.0.1' }
const settingsOf = { vless: { security: 'none' }, trojan: { serverName } } as const

type Added = { readonly name: string; readonly protocol: string; readonly settings: object }

function realitySettings(): object {
  const { privateKey } = generateKeyPairSync('x25519')
  const { d, x } = privateKey.export({ format: 'jwk' })
  return { security: 'reality', serverName: websiteName, shortId: '0983e134', privateKey: d, publicKey: x }
}

/** Adds nodes for protocols that Debian's v2ray lacks. */
function furtherNodes(): Added[] {
  return [
    { name: nameOf('vless tls'), protocol: 'vless', settings: { security: 'tls', serverName } },
    { name: nameOf('vless reality'), protocol: 'vless', settings: realitySettings() },
    {
      name: nameOf('shadowsocks'),
      protocol: 'shadowsocks',
      settings: { serverKey: randomBytes(32).toString('base64') },
    },
  ]
}

/** Opens a local website, to which a node with REALITY forwards unauthenticated clients. */
async function openWebsite({ certificate, key }: Certificate): Promise<tls.Server> {
  // Corrects the label of the key: v2ctl labels an elliptic curve key as an RSA key.
  const pem = key.join('\n').replaceAll('RSA PRIVATE', 'PRIVATE')
  const options = { cert: certificate.join('\n'), key: pem, ALPNProtocols: ['h2', 'http/1.1'] }
  const website = tls.createServer(options, (socket) => socket.on('error', () => {}).end())
  await new Promise<void>((resolve) => website.unref().listen(0, '127.0.0.1', resolve))
  return website
}
const portOf = (server: tls.Server): number => (server.address() as { port: number }).port

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../..')

export class Stage {
  readonly #v2ray: V2ray
  readonly folder: string
  readonly #env: Record<string, string>
  readonly #ports: readonly number[]
  readonly #page: http.Server
  readonly #certificate: Certificate
  readonly #further: { stop(): Promise<void> }[] = []
  #website: tls.Server | null = null
  readonly pageName = pageName
  readonly names: string[] = []
  readonly nodes = {} as Record<Protocol, NodeOnStage>
  readonly trusted: string
  product: Product

  private constructor(parts: {
    v2ray: V2ray
    folder: string
    env: Record<string, string>
    ports: readonly number[]
    page: http.Server
    product: Product
  }) {
    this.#v2ray = parts.v2ray
    this.folder = parts.folder
    this.#certificate = parts.v2ray.makeCertificate(serverName)
    this.#env = parts.env
    this.#ports = parts.ports
    this.#page = parts.page
    this.product = parts.product
    this.trusted = path.join(parts.folder, 'trusted.pem')
  }

  static async open(v2ray: V2ray, folder: string, pullSeconds: number): Promise<Stage> {
    const env = { TUNNEL_PULL_SECONDS: String(pullSeconds) }
    const ports = await findFreePorts(3)
    const page = http.createServer((request, response) => response.end(`reached ${request.url}`))
    // The server does not keep the process alive, so that it can end if the drill fails early.
    await new Promise<void>((resolve) => page.unref().listen(0, '127.0.0.1', resolve))
    const dataDir = path.join(folder, 'data')
    const product = await startProduct({ dataDir, env, ports })
    const stage = new Stage({ v2ray, folder, env, ports, page, product })
    try {
      await writeFile(stage.trusted, `${stage.#certificate.certificate.join('\n')}\n`)
      for (const protocol of protocols) stage.nodes[protocol] = await stage.#addV2ray(protocol)
    } catch (error) {
      await stage.close()
      throw error
    }
    return stage
  }

  freshPage(host = '127.0.0.1'): { url: string; text: string } {
    const { port } = this.#page.address() as { port: number }
    const place = `/${Math.random().toString(36).slice(2)}`
    return { url: `http://${host}:${port}${place}`, text: `reached ${place}` }
  }

  async operate(...args: string[]): Promise<string> {
    const [port, simulator, mail] = this.#ports
    const { stdout } = await run(process.execPath, [path.join(root, 'server/ops/main.ts'), ...args], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: String(port),
        SIMULATOR_PORT: String(simulator),
        SIMULATOR_MAIL_PORT: String(mail),
        DATA_DIR: this.product.dataDir,
        ...this.#env,
      },
    })
    return stdout
  }

  async startAgain(): Promise<void> {
    this.product = await startProduct({ dataDir: this.product.dataDir, env: this.#env, ports: this.#ports })
  }

  /** Ends a membership early by a change in the database, because no user can make time pass. */
  letTimeEnd(order: string, inSeconds: number): Promise<void> {
    return changeProduct(
      this.product.dataDir,
      `update memberships m set expires_at = now() + make_interval(secs => $1)
       from orders o where o.user_id = m.user_id and o.id = $2`,
      [inSeconds, order],
    )
  }

  async close(): Promise<void> {
    await Promise.all([...Object.values(this.nodes), ...this.#further].map((node) => node.stop()))
    await this.product.stop()
    this.#page.closeAllConnections()
    this.#page.close()
    this.#website?.close()
  }

  async addSingBox(program: string): Promise<void> {
    this.#website = await openWebsite(this.#v2ray.makeCertificate(websiteName))
    const websitePort = portOf(this.#website)
    for (const [index, node] of furtherNodes().entries()) {
      const file = path.join(this.folder, `sing-box-${index}.json`)
      const daemon = () => new SingBoxDaemon({ program, file, certificate: this.#certificate, hosts, websitePort })
      this.#further.push(await this.#addNode(node, daemon))
    }
  }

  #addV2ray(protocol: Protocol): Promise<NodeOnStage> {
    const certificate = protocol === 'trojan' ? this.#certificate : null
    const { program } = this.#v2ray
    return this.#addNode(
      { name: nodeName(protocol), protocol, settings: settingsOf[protocol] },
      () => new V2rayDaemon({ program, protocol, certificate, hosts }),
    )
  }

  async #addNode({ name, protocol, settings }: Added, makeDaemon: () => Daemon): Promise<NodeOnStage> {
    const port = await findFreePort()
    const file = path.join(this.folder, `${name}.json`)
    await writeFile(file, JSON.stringify(settings))
    const options = {
      name,
      group: 'drill',
      protocol,
      host: '127.0.0.1',
      port,
      serves: 'both',
      file,
    }
    const printed = await this.operate(
      'nodes',
      'add',
      ...Object.entries(options).flatMap(([option, value]) => [`--${option}`, String(value)]),
    )
    const [, number = ''] = /node: (\d+)/i.exec(printed) ?? []
    const [, token = ''] = /token: (\S+)/i.exec(printed) ?? []
    if (number === '' || token === '') throw new Error(`nodes add printed no number and token:\n${printed}`)
    const make = () =>
      new UniProxyNode({ origin: this.product.origin, protocol, number: Number(number), token }, makeDaemon())
    let node = make()
    await node.start()
    this.names.push(name)
    const start = () => (node = make()).start()
    return {
      start,
      stop: () => node.stop(),
      restart: async () => {
        await node.stop()
        await start()
      },
    }
  }
}

import { writeFile } from 'node:fs/promises'
import type { Daemon, NodeConfig, NodeUser } from '#simulators/node/daemon.ts'
import type { Certificate } from '#simulators/node/v2ray-daemon.ts'
import { runProgram, type Running } from './run-program.ts'

type Options = {
  readonly program: string
  /** Path of sing-box's configuration file. */
  readonly file: string
  readonly certificate: Certificate
  readonly hosts: Readonly<Record<string, string>>
  /** Local port of the website to which REALITY forwards unauthenticated clients. */
  readonly websitePort: number
}
/** Node settings from UniProxy, including fields that only some protocols have. */
type Sent = NodeConfig & {
  readonly cipher?: string
  readonly server_key?: string
  readonly flow?: string
  readonly tls_settings?: { readonly server_name: string; readonly short_id: string; readonly private_key: string }
}

export class SingBoxDaemon implements Daemon {
  readonly #options: Options
  readonly #users = new Map<number, NodeUser>()
  #config: Sent | null = null
  #running: Running | null = null

  constructor(options: Options) {
    this.#options = options
  }

  async start(config: NodeConfig, users: readonly NodeUser[]): Promise<void> {
    this.#config = config
    this.#users.clear()
    for (const user of users) this.#users.set(user.id, user)
    await this.#restart()
  }

  async add(user: NodeUser): Promise<void> {
    this.#users.set(user.id, user)
    await this.#restart()
  }

  async remove(user: NodeUser): Promise<void> {
    this.#users.delete(user.id)
    await this.#restart()
  }

  traffic = async () => ({})

  async stop(): Promise<void> {
    await this.#running?.stop()
    this.#running = null
  }

  async #restart(): Promise<void> {
    await this.stop()
    const { program, file, hosts } = this.#options
    const config = this.#config as Sent
    const names = { type: 'hosts', tag: 'names', predefined: hosts }
    const written = {
      log: { level: 'warn' },
      dns: { servers: [names] },
      inbounds: [{ listen: '127.0.0.1', listen_port: config.server_port, ...this.#inbound(config) }],
      outbounds: [{ type: 'direct', tag: 'direct' }],
      route: { default_domain_resolver: 'names' },
    }
    await writeFile(file, JSON.stringify(written))
    this.#running = await runProgram({ program, args: ['run', '-c', file] }, config.server_port)
  }

  #inbound(config: Sent): object {
    const users = [...this.#users.values()].map(({ id, uuid }) => ({ name: String(id), uuid }))
    if (config.server_key !== undefined) {
      const keyed = users.map(({ name, uuid }) => ({ name, password: btoa(uuid.slice(0, 32)) }))
      return { type: 'shadowsocks', method: config.cipher, password: config.server_key, users: keyed }
    }
    return { type: 'vless', users: users.map((user) => ({ ...user, flow: config.flow })), tls: this.#tls(config) }
  }

  #tls({ tls, tls_settings: settings }: Sent): object {
    const { certificate, websitePort } = this.#options
    const { server_name } = settings ?? {}
    if (tls === 1) return { enabled: true, server_name, ...certificate }
    const handshake = { server: '127.0.0.1', server_port: websitePort }
    const reality = { enabled: true, handshake, private_key: settings?.private_key, short_id: [settings?.short_id] }
    return { enabled: true, server_name, reality }
  }
}

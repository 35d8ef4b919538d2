import { findFreePort } from '../free-ports.ts'
import type { Daemon, NodeConfig, NodeUser } from './daemon.ts'
import { grpcCall } from './grpc-call.ts'
import { decode, encode } from './protobuf.ts'
import { runV2ray, started, type Running } from './run-v2ray.ts'

export type Certificate = { readonly certificate: readonly string[]; readonly key: readonly string[] }
type Options = {
  readonly program: string
  readonly protocol: 'vless' | 'trojan'
  readonly certificate: Certificate | null
  /** IP addresses of host names that only this node knows. */
  readonly hosts?: Readonly<Record<string, string>>
}

const tag = 'users'
/** Identifies users by the number of their link, in the field for emails, by which v2ray identifies users. */
const nameOf = ({ id }: NodeUser) => String(id)
const typed = (type: string, fields: Parameters<typeof encode>[0]) =>
  encode([
    [1, type],
    [2, encode(fields)],
  ])

export class V2rayDaemon implements Daemon {
  readonly #options: Options
  #running: Running | null = null
  #apiPort = 0

  constructor(options: Options) {
    this.#options = options
  }

  async start(config: NodeConfig, users: readonly NodeUser[]): Promise<void> {
    this.#apiPort = await findFreePort()
    const { program } = this.#options
    this.#running = await runV2ray(program, this.#describe(config, users))
  }

  async add(user: NodeUser): Promise<void> {
    const { protocol } = this.#options
    const account = typed(`v2ray.core.proxy.${protocol}.Account`, [[1, user.uuid]])
    const added: [number, string | Buffer][] = [
      [2, nameOf(user)],
      [3, account],
    ]
    await this.#alter('AddUserOperation', encode(added))
  }

  async remove(user: NodeUser): Promise<void> {
    await this.#alter('RemoveUserOperation', nameOf(user))
  }

  async traffic(): Promise<Record<string, [up: number, down: number]>> {
    const asked: [number, string | number][] = [
      [1, 'user>>>'],
      [2, 1],
    ]
    const answer = await grpcCall(this.#apiPort, '/v2ray.core.app.stats.command.StatsService/QueryStats', encode(asked))
    const sums: Record<string, [up: number, down: number]> = {}
    for (const { value: stat } of decode(answer)) {
      const fields = new Map(decode(stat as Buffer).map(({ number, value }) => [number, value]))
      const [, id = '', , way] = String(fields.get(1)).split('>>>')
      const bytes = Number(fields.get(2) ?? 0)
      if (bytes > 0) (sums[id] ??= [0, 0])[way === 'uplink' ? 0 : 1] += bytes
    }
    return sums
  }

  async stop(): Promise<void> {
    await this.#running?.stop()
    this.#running = null
  }

  async #alter(operation: string, field: string | Buffer): Promise<void> {
    const change: [number, string | Buffer][] = [
      [1, tag],
      [2, typed(`v2ray.core.app.proxyman.command.${operation}`, [[1, field]])],
    ]
    await grpcCall(this.#apiPort, '/v2ray.core.app.proxyman.command.HandlerService/AlterInbound', encode(change))
  }

  #describe({ server_port: port, tls }: NodeConfig, users: readonly NodeUser[]): object {
    const { protocol, certificate, hosts = {} } = this.#options
    // Rejects REALITY: Debian's v2ray accepts it in its configuration but then sends unencrypted.
    if (tls > 1) throw new Error('v2ray of this version has no REALITY')
    if (tls === 1 && !certificate) throw new Error('a node that encrypts needs a certificate')
    const clients = users.map((user) => ({
      [protocol === 'vless' ? 'id' : 'password']: user.uuid,
      email: nameOf(user),
    }))
    const streamSettings =
      tls === 0 ? { network: 'tcp' } : { network: 'tcp', security: 'tls', tlsSettings: { certificates: [certificate] } }
    return {
      log: started,
      stats: {},
      api: { tag: 'api', services: ['HandlerService', 'StatsService'] },
      policy: { levels: { 0: { statsUserUplink: true, statsUserDownlink: true } } },
      inbounds: [
        {
          tag: 'api',
          listen: '127.0.0.1',
          port: this.#apiPort,
          protocol: 'dokodemo-door',
          settings: { address: '127.0.0.1' },
        },
        {
          tag,
          listen: '127.0.0.1',
          port,
          protocol,
          settings: protocol === 'vless' ? { clients, decryption: 'none' } : { clients },
          streamSettings,
        },
      ],
      dns: { hosts, servers: ['localhost'] },
      outbounds: [{ protocol: 'freedom', settings: { domainStrategy: 'UseIPv4' } }],
      routing: { rules: [{ type: 'field', inboundTag: ['api'], outboundTag: 'api' }] },
    }
  }
}

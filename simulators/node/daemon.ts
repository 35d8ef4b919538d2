export type NodeUser = {
  readonly id: number
  readonly uuid: string
  readonly speed_limit: number
  readonly device_limit: number
}

export type NodeConfig = {
  readonly server_port: number
  readonly tls: number
  readonly server_name?: string
  readonly base_config: { readonly push_interval: number; readonly pull_interval: number }
}

/**
 * VPN program that carries a node's traffic. `add` and `remove` may throw although the change was made, because the
 * answer came too late; a retry then fails with "already exists" or "not found".
 */
export type Daemon = {
  start(config: NodeConfig, users: readonly NodeUser[]): Promise<void>
  add(user: NodeUser): Promise<void>
  remove(user: NodeUser): Promise<void>
  traffic(): Promise<Record<string, [up: number, down: number]>>
  /** Load of the node's machine, if the program reports it. */
  load?(): Promise<{ readonly cpu: number }>
  stop(): Promise<void>
}

/** Daemon that carries no traffic, for a simulated node that only fetches its list of users. */
export const idleDaemon: Daemon = {
  start: async () => {},
  add: async () => {},
  remove: async () => {},
  traffic: async () => ({}),
  stop: async () => {},
}

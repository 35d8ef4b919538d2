/** A user as nodes are told it. */
export type NodeUser = {
  readonly id: number
  readonly uuid: string
  readonly speed_limit: number
  readonly device_limit: number
}

/** What a node is told to listen with, as far as it is read here. */
export type NodeConfig = {
  readonly server_port: number
  readonly tls: number
  readonly server_name?: string
  readonly base_config: { readonly push_interval: number; readonly pull_interval: number }
}

/**
 * What carries the traffic of a node. `add` and `remove` may throw although the change was made, because the answer came too late:
 * `add` says "already exists" then when it is repeated, and `remove` "not found".
 */
export type Daemon = {
  start(config: NodeConfig, users: readonly NodeUser[]): Promise<void>
  add(user: NodeUser): Promise<void>
  remove(user: NodeUser): Promise<void>
  /** Bytes up and down since the last look, by the id of the user. */
  traffic(): Promise<Record<string, [up: number, down: number]>>
  stop(): Promise<void>
}

/** Carries nothing: for a node that only has to know its users. */
export const idleDaemon: Daemon = {
  start: async () => {},
  add: async () => {},
  remove: async () => {},
  traffic: async () => ({}),
  stop: async () => {},
}

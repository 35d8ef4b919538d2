import type { Localized } from '#shared/language.ts'
import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'
import type { Protocol } from './node-settings.ts'

export type Serves = 'paid' | 'trial' | 'both'
export type NodeRow = {
  number: number
  name: string
  nodeGroup: string
  protocol: Protocol
  host: string
  port: number
  serves: Serves
  sealedSettings: Buffer
  allowedNetworks: string[]
  country: string | null
  city: Localized | null
  enabled: boolean
  createdAt: Date
  seenAt: Date | null
  cpuPercent: number | null
  memoryPercent: number | null
  diskPercent: number | null
  loadAt: Date | null
  pushedAt: Date | null
  pushedBytes: number | null
  pushedSeconds: number | null
  tokenHash: Buffer
  formerTokenHash: Buffer | null
  installUntil: Date | null
}

const nodeColumns = columns`
  number, name, node_group as "nodeGroup", protocol, host, port, serves, sealed_settings as "sealedSettings",
  allowed_networks as "allowedNetworks", country, city, enabled, created_at as "createdAt", seen_at as "seenAt", cpu_percent as "cpuPercent",
  memory_percent as "memoryPercent", disk_percent as "diskPercent", load_at as "loadAt", pushed_at as "pushedAt",
  pushed_bytes as "pushedBytes", pushed_seconds as "pushedSeconds", token_hash as "tokenHash", former_token_hash as "formerTokenHash",
  install_until as "installUntil"`

export const listNodes = (db: Queryable) =>
  db.query(sql<NodeRow>`
    select ${nodeColumns} from tunnel_nodes order by number`)

export const lockNode = (db: Queryable, name: string) =>
  db.maybe(sql<NodeRow>`
    select ${nodeColumns} from tunnel_nodes where name = ${name} for update`)

type NewNode = Pick<
  NodeRow,
  | 'name'
  | 'nodeGroup'
  | 'protocol'
  | 'host'
  | 'port'
  | 'serves'
  | 'sealedSettings'
  | 'allowedNetworks'
  | 'country'
  | 'city'
  | 'tokenHash'
>

export const insertNode = (db: Queryable, n: NewNode) =>
  db.maybe(sql<{ number: number }>`
    insert into tunnel_nodes (name, node_group, protocol, host, port, serves, sealed_settings, allowed_networks, country, city,
      token_hash)
    values (${n.name}, ${n.nodeGroup}, ${n.protocol}, ${n.host}, ${n.port}, ${n.serves}, ${n.sealedSettings},
      ${n.allowedNetworks}::text[], ${n.country}, ${n.city && JSON.stringify(n.city)}::jsonb, ${n.tokenHash})
    on conflict (name) do nothing returning number`)

export const updateNode = (db: Queryable, n: Omit<NewNode, 'tokenHash'> & { number: number; enabled: boolean }) =>
  db.run(sql`
    update tunnel_nodes set node_group = ${n.nodeGroup}, host = ${n.host}, port = ${n.port}, serves = ${n.serves},
      sealed_settings = ${n.sealedSettings}, allowed_networks = ${n.allowedNetworks}::text[],
      country = ${n.country}, city = ${n.city && JSON.stringify(n.city)}::jsonb, enabled = ${n.enabled}
    where number = ${n.number}`)

/**
 * Sets a new token of a node. The current token stays valid beside it until the next rotation, so that the node can be
 * switched over.
 */
export const rotateToken = (db: Queryable, number: number, tokenHash: Buffer) =>
  db.run(sql`
    update tunnel_nodes set former_token_hash = token_hash, token_hash = ${tokenHash} where number = ${number}`)

/** Makes a node's install line (a command with a one-time token) valid, in place of an earlier one. */
export const openInstall = (db: Queryable, number: number, hash: Buffer, seconds: number) =>
  db.one(sql<{ installUntil: Date }>`
    update tunnel_nodes set install_hash = ${hash}, install_until = now() + make_interval(secs => ${seconds}::int)
    where number = ${number} returning install_until as "installUntil"`)

/** Locks the node whose install line is still valid. Only one of two concurrent callers gets the node. */
export const lockInstall = (db: Queryable, hash: Buffer) =>
  db.maybe(sql<NodeRow>`
    select ${nodeColumns} from tunnel_nodes where install_hash = ${hash} and install_until > now() and enabled for update`)

/**
 * Uses up a node's install line and gives the node a new token. If the node was ever seen, its former token stays valid
 * until an operator drops it, because the old machine may still run.
 */
export const useInstall = (db: Queryable, number: number, tokenHash: Buffer) =>
  db.run(sql`
    update tunnel_nodes set install_hash = null, install_until = null, token_hash = ${tokenHash},
      former_token_hash = case when seen_at is null then null else token_hash end
    where number = ${number}`)

export const deleteNode = (db: Queryable, number: number) =>
  db.run(sql`delete from tunnel_nodes where number = ${number}`)

export const dropFormerToken = (db: Queryable, number: number) =>
  db.run(sql`update tunnel_nodes set former_token_hash = null where number = ${number}`)

export const touchNode = (db: Queryable, number: number) =>
  db.run(sql`update tunnel_nodes set seen_at = now() where number = ${number}`)

type Load = { readonly cpu: number | null; readonly memory: number | null; readonly disk: number | null }

export const saveLoad = (db: Queryable, number: number, { cpu, memory, disk }: Load) =>
  db.run(sql`
    update tunnel_nodes
    set cpu_percent = ${cpu}::real, memory_percent = ${memory}::real, disk_percent = ${disk}::real, load_at = now()
    where number = ${number}`)

/**
 * Records a report of a node. Returns 0 if the node sent the same report within the last `seconds`. The row lock makes
 * other reports of the node wait until the transaction ends.
 */
export const claimPush = (db: Queryable, number: number, digest: Buffer, seconds: number, bytes: number) =>
  db.run(sql`
    update tunnel_nodes set push_digest = ${digest}, pushed_at = now(), pushed_bytes = ${bytes}::bigint,
      pushed_seconds = extract(epoch from now() - pushed_at)::real
    where number = ${number}
      and (push_digest is distinct from ${digest}::bytea or pushed_at < now() - make_interval(secs => ${seconds}::int))`)

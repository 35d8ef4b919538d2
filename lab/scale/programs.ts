import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { chmod, chown, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseAnswers } from '#server/db/connect.ts'
import type { Pooling } from '#server/platform/connection-role.ts'
import { answers } from '../load/start-built.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

const places = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
export const findProgram = (name: string): string | undefined =>
  places.map((place) => path.join(place, name)).find((file) => existsSync(file))
export const versionOf = (program: string, argument: string): string =>
  execFileSync(program, [argument], { encoding: 'utf8' }).split('\n')[0] ?? ''

type Program = { readonly pid: number; stop(): Promise<void> }

function start(program: string, args: readonly string[], options: SpawnOptions): Program & { child: ChildProcess } {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const gone = once(child, 'exit').then(() => void process.off('exit', end))
  return {
    child,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGINT')
      await gone
    },
  }
}

/** Starts Caddy as a load balancer: it checks each server every second and retries failed connections on another. */
export async function startProxy(
  program: string,
  { folder, port, servers }: { folder: string; port: number; servers: readonly number[] },
): Promise<Program> {
  const file = path.join(folder, 'Caddyfile')
  await writeFile(
    file,
    `{
	admin off
	auto_https off
	log {
		output discard
	}
}
http://127.0.0.1:${port} {
	reverse_proxy ${servers.map((server) => `127.0.0.1:${server}`).join(' ')} {
		lb_policy round_robin
		lb_try_duration 10s
		lb_try_interval 100ms
		fail_duration 2s
		health_uri /readyz
		health_interval 1s
		health_timeout 2s
		flush_interval -1
		# Each visitor says which network is theirs.
		header_up X-Forwarded-For {http.request.header.X-Forwarded-For}
	}
}
`,
  )
  const running = start(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
  })
  while (!(await answers(`http://127.0.0.1:${port}/readyz`))) {
    if (running.child.exitCode !== null) throw new Error(`Caddy ended with code ${running.child.exitCode}`)
    await sleep(50)
  }
  return running
}

type Bouncer = Program & {
  readonly port: number
  lead(socketDir: string): Promise<void>
}

type BouncerOptions = {
  readonly port: number
  readonly socketDir: string
  readonly pooling: Pooling
  readonly logins?: readonly string[]
  readonly clients?: number
  readonly poolSize?: number
}

/**
 * Starts PgBouncer in front of PostgreSQL, as PostgreSQL's user: it refuses to run as root, and that user can access
 * the socket folder.
 */
export async function startBouncer(
  program: string,
  { port, socketDir, pooling, logins = ['wayfare'], clients = 400, poolSize = 120 }: BouncerOptions,
): Promise<Bouncer> {
  const { uid, gid } = statSync(socketDir)
  const user = process.getuid?.() === 0 ? { uid, gid } : {}
  const folder = await makeTemporaryFolder('pgbouncer-program')
  await chmod(folder, 0o755)
  const file = path.join(folder, 'pgbouncer.ini')
  const write = (host: string) =>
    writeFile(
      file,
      `[databases]
postgres = host=${host} port=5432 dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${path.join(folder, 'users.txt')}
pool_mode = ${pooling}
max_client_conn = ${clients}
default_pool_size = ${poolSize}
server_login_retry = 1
`,
    )
  await writeFile(path.join(folder, 'users.txt'), logins.map((login) => `"${login}" ""\n`).join(''))
  await write(socketDir)
  if (user.uid !== undefined) await chown(folder, uid, gid)
  const running = start(program, ['-q', file], { ...user, cwd: '/' })
  for (let tries = 0; ; tries++) {
    if (await databaseAnswers({ host: '127.0.0.1', port, user: 'wayfare', database: 'postgres' })) break
    if (tries > 100 || running.child.exitCode !== null)
      throw new Error('PgBouncer does not start, or does not reach PostgreSQL')
    await sleep(50)
  }
  return {
    pid: running.pid,
    port,
    async stop() {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
    async lead(host) {
      await write(host)
      running.child.kill('SIGHUP')
    },
  }
}

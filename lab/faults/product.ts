import { spawn, type ChildProcess } from 'node:child_process'
import { findFreePort } from '#simulators/free-ports.ts'
import { constants, createPublicKey, publicEncrypt, randomBytes, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Reply = {
  readonly status: number
  readonly body: string
  readonly pragma: string | undefined
  readonly ms: number
}
export type Server = {
  readonly pid: number
  readonly port: number
  /** Exit code of the process, and when it ended (ms of `performance.now`). */
  readonly ended: Promise<{ code: number | null; at: number }>
  signal(name: NodeJS.Signals): void
  call(name: string, input: object, token?: string): Promise<Reply>
  get(place: string): Promise<Reply>
  sign(): string
}

function endWithUs(child: ChildProcess): void {
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

export type Worker = { readonly pid: number; readonly ended: Promise<void>; signal(name: NodeJS.Signals): void }

export function startWorkerProcess(env: Readonly<Record<string, string>>): Worker {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../server/worker.ts')], {
    env: { PATH: process.env.PATH, APP_ENV: 'TEST', LOG_LEVEL: 'fatal', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  endWithUs(child)
  return {
    pid: child.pid ?? 0,
    ended: new Promise((resolve) => child.once('exit', () => resolve())),
    signal: (name) => void child.kill(name),
  }
}

export async function startServerProcess(
  dataDir: string,
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const port = env.PORT === undefined ? await findFreePort() : Number(env.PORT)
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../server/main.ts')], {
    env: {
      PATH: process.env.PATH,
      APP_ENV: 'TEST',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      // Trusts forwarded addresses, so that each caller can have its own network and rate limits do not interfere.
      TRUST_PROXY: 'on',
      LOG_LEVEL: 'fatal',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  endWithUs(child)
  const ended = new Promise<{ code: number | null; at: number }>((resolve) =>
    child.once('exit', (code) => resolve({ code, at: performance.now() })),
  )
  const agent = new http.Agent({ keepAlive: true, maxSockets: 400 })
  const key: KeyObject = createPublicKey(await readFile(path.join(dataDir, 'keys/signing-web.pem')))
  let caller = 0
  const send = (
    method: string,
    place: string,
    body: string | null,
    headers: Record<string, string>,
  ): Promise<Reply> => {
    const startedAt = performance.now()
    return new Promise((resolve, reject) => {
      const request = http.request({ host: '127.0.0.1', port, method, path: place, agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('error', reject)
        response.on('end', () => {
          const pragma = response.headers.pragma
          resolve({ status: response.statusCode ?? 0, body: text, pragma, ms: performance.now() - startedAt })
        })
      })
      request.setTimeout(30_000, () => request.destroy(new Error('no answer within 30 s')))
      request.on('error', reject)
      request.end(body ?? undefined)
    })
  }
  const server: Server = {
    pid: child.pid ?? 0,
    port,
    ended,
    signal: (name) => void child.kill(name),
    call(name, input, token) {
      caller += 1
      const body = JSON.stringify(input)
      return send('POST', `/v4/test/api/${name}`, body, {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        platform: 'web',
        deviceid: 'web',
        // Takes addresses from separate /16 networks, because some limits count networks of that size.
        'x-forwarded-for': `${20 + (caller % 180)}.${Math.floor(caller / 180) & 255}.${(caller >> 16) & 255}.1`,
        ...(token !== undefined && { authorization: token }),
      })
    },
    get: (place) => send('GET', place, null, {}),
    sign() {
      const nonce = randomBytes(16)
        .toString('base64')
        .replaceAll(/[^A-Za-z0-9]/g, 'x')
        .slice(0, 8)
      const padding = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
      return publicEncrypt(padding, Buffer.from(JSON.stringify({ nonce, timestamp: Date.now() }))).toString('base64')
    },
  }
  for (;;) {
    const ready = await server.get('/readyz').catch(() => null)
    if (ready?.status === 200) return server
    await Promise.race([
      sleep(50),
      ended.then(({ code }) => Promise.reject(new Error(`the server ended with code ${code}`))),
    ])
  }
}

export const register = (server: Server, accountName: string): Promise<Reply> =>
  server.call('user/user_register_username', {
    accountName,
    password: 'correct horse 42',
    agreed: true,
    signature: server.sign(),
  })

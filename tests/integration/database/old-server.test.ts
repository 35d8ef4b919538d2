import net from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { takeBase } from '#server/db/backup/take-base.ts'
import { migrate } from '#server/db/migrate.ts'
import { openStore } from '#server/db/open-store.ts'
import { readConfig } from '#server/platform/config.ts'

const message = (type: string, body: Buffer) => {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const text = (value: string) => Buffer.from(`${value}\0`)
const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
const int32 = (value: number) => Buffer.concat([int16(value >> 16), int16(value & 0xffff)])
const ready = message('Z', Buffer.from('I'))
/** Bytes of a row with the two version columns, in PostgreSQL's protocol 3.0. */
const versionRow = (number: string, name: string) => {
  const columns = ['number', 'name'].map((column) =>
    Buffer.concat([text(column), int32(0), int16(0), int32(25), int16(-1 & 0xffff), int32(-1 >>> 0), int16(0)]),
  )
  const cells = [number, name].map((cell) => Buffer.concat([int32(cell.length), Buffer.from(cell)]))
  return Buffer.concat([
    message('T', Buffer.concat([int16(2), ...columns])),
    message('D', Buffer.concat([int16(2), ...cells])),
    message('C', text('SELECT 1')),
    ready,
  ])
}

let server: net.Server
let url: string
let version: [number: string, name: string]
let statements: string[]
beforeAll(async () => {
  server = net.createServer((socket) => {
    let isStarted = false
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      if (!isStarted) {
        isStarted = true
        return socket.write(Buffer.concat([message('R', int32(0)), ready]))
      }
      if (chunk[0] !== 'Q'.codePointAt(0)) return socket.end()
      statements.push(chunk.subarray(5, -1).toString())
      return socket.write(versionRow(...version))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  url = `postgres://shop@127.0.0.1:${port}/shop`
})
afterAll(() => void server.close())
beforeEach(() => {
  statements = []
  // Version string of PostgreSQL on Debian 12.
  version = ['150018', '15.18 (Debian 15.18-0+deb12u1)']
})

const log = pino({ level: 'silent' })
const config = () => ({
  ...readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }),
  databaseUrl: url,
  migrationUrl: url,
})
const starts = {
  'the server': () => openStore(config(), log, 'prepare'),
  'the worker': () => openStore(config(), log, 'expect'),
  'an operator’s command': () => openStore(config(), log, 'command'),
  'a migration': () => migrate({ connectionString: url }),
  'a backup': () => takeBase({ connectionString: url }, inject('dataDir')),
}

describe('PostgreSQL too old', () => {
  it.each(Object.entries(starts))(
    'an old PostgreSQL is refused by %s before anything is written',
    async (_who, start) => {
      await expect(start()).rejects.toThrow('PostgreSQL 16 or newer is needed, and this is 15.18: nothing was changed.')
      expect(statements).toHaveLength(1)
      expect(statements[0]).toMatch(/^select current_setting\('server_version_num'\)/)
    },
  )

  it('PostgreSQL 16 passes the version check', async () => {
    version = ['160000', '16.0']
    await migrate({ connectionString: url }).catch(() => {})
    expect(statements.length).toBeGreaterThan(1)
  })
})

import { readFileSync } from 'node:fs'
import http from 'node:http'
import pg from 'pg'
import { createSignatureOpener } from '#server/platform/signed-calls.ts'
import type { Likeness } from './throughput.ts'

/**
 * Bare HTTP server of Node with a fixed answer, as the upper bound of what this machine can do: `raw-server.ts <file of
 * {headers, body, like}>`. With `like` it also runs as many sequential PostgreSQL statements as our call, and decrypts
 * the signature if there is one.
 */
const { headers, body, like } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  headers: Record<string, string>
  body: string
  like?: Likeness
}
const bytes = Buffer.from(body, 'base64')
const pool = new pg.Pool({ ...like?.connection, max: 10 })
const key = like?.signingKey
const open =
  key === undefined ? null : createSignatureOpener({ web: key, ios: key, android: key, mac: key, windows: key })
const statement = { name: 'one', text: 'select $1::text as one', values: ['1'] }

async function work(sent: string): Promise<void> {
  if (open && !(await open('web', (JSON.parse(sent) as { signature: string }).signature)))
    throw new Error('a signature that does not open')
  for (let trip = 0; trip < (like?.trips ?? 0); trip++) await pool.query(statement)
}

const server = http.createServer((request, response) => {
  let sent = ''
  request.on('data', (chunk: Buffer) => (sent += chunk.toString()))
  request.on('end', () => {
    const answer = () => {
      response.writeHead(200, { ...headers, 'content-length': bytes.length })
      response.end(bytes)
    }
    if (!like) answer()
    else
      work(sent).then(answer, (error: unknown) => {
        console.error(error)
        response.writeHead(500).end()
      })
  })
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port))
process.on('SIGTERM', () => process.exit(0))

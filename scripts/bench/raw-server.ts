import { readFileSync } from 'node:fs'
import http from 'node:http'

/** What the machine can do at most: Node's own server, one fixed answer, no work. `raw-server.ts <file of {headers, body}>`. */
const { headers, body } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  headers: Record<string, string>
  body: string
}
const bytes = Buffer.from(body, 'base64')
const server = http.createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { ...headers, 'content-length': bytes.length })
    response.end(bytes)
  })
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port))
process.on('SIGTERM', () => process.exit(0))

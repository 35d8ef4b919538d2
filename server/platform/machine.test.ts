import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createServer } from 'node:tls'
import { afterEach, expect, it } from 'vitest'
import { readCertificate, readDisk } from './machine.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})
const listen = async (server: Server): Promise<string> => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('the free space of a disk is that of its folder, and a missing folder is an error', async () => {
  const { free, total } = await readDisk(os.tmpdir())
  expect(free).toBeGreaterThanOrEqual(0)
  expect(total).toBeGreaterThan(free)
  await expect(readDisk('/nowhere/at/all')).rejects.toThrow('ENOENT')
})

it('the dates of a certificate are read although no authority signed it', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'wayfare-tls-'))
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 12 -subj /CN=vpn.example -keyout ${key} -out ${cert}`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  )
  const origin = await listen(createServer({ key: readFileSync(key), cert: readFileSync(cert) }))
  rmSync(folder, { recursive: true })
  const { host, from, until } = await readCertificate(origin)
  expect(host).toBe(new URL(origin).host)
  expect(Math.abs(from.getTime() - Date.now())).toBeLessThan(60_000)
  expect(until.getTime() - from.getTime()).toBe(12 * 86_400_000)
})

it('reading the certificate of a host that never answers or does not exist ends in time', async () => {
  const origin = await listen(createTcpServer(() => {}))
  const began = Date.now()
  await expect(readCertificate(origin, 200)).rejects.toThrow('no certificate of 127.0.0.1 within 200 ms')
  expect(Date.now() - began).toBeLessThan(5_000)
  await expect(readCertificate('https://127.0.0.1:1', 2_000)).rejects.toThrow('ECONNREFUSED')
})

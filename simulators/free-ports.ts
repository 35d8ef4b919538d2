import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'

/**
 * Range from which free TCP ports are chosen. It lies below the range for outgoing connections, whose ports the system
 * may take at any time.
 */
const [first, end] = [15_000, 30_000]

const listen = (port: number): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null)).listen(port, () => resolve(server))
  })

async function holdAny(): Promise<Server> {
  for (let tries = 0; tries < 100; tries++) {
    const held = await listen(randomInt(first, end))
    if (held) return held
  }
  throw new Error(`No port between ${first} and ${end} is free.`)
}

export async function findFreePorts(count: number): Promise<number[]> {
  const held = await Promise.all(Array.from({ length: count }, holdAny))
  const ports = held.map((server) => (server.address() as { port: number }).port)
  await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

export async function findFreePort(): Promise<number> {
  const [port = 0] = await findFreePorts(1)
  return port
}

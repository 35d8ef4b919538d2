import net from 'node:net'
import { ConfigError } from './read-setting.ts'

/** Throws a `ConfigError` if the port is taken or cannot be opened. Call it at start, before anything slow. */
export async function ensurePortFree(setting: string, port: number, host: string): Promise<void> {
  const server = net.createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port, host, exclusive: true }, resolve)
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new ConfigError(`Port ${port} is in use. Stop what listens there, or set ${setting} to another port.`)
    throw new ConfigError(`${setting}=${port} cannot be opened on ${host}: ${(error as Error).message}`)
  } finally {
    server.close()
  }
}

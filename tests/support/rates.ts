import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RatesServer = { readonly url: string; close(): void }

/** Exchange rate server: stablecoins at par, 2,500 dollars for the native coin. */
export async function startRates(): Promise<RatesServer> {
  const server = createServer((_request, response) => {
    const usd = { USDT: '1', USDC: '1', ETH: '2500' }
    response.end(JSON.stringify({ at: new Date().toISOString(), usd, cnyPerUsd: '7.12' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}

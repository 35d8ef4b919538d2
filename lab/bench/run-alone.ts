import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { startProduct, type Product } from '../../tests/e2e/start-product.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

export type Running = Pick<Product, 'origin' | 'simulator' | 'dataDir'>
export type Figures = Record<string, object>

export async function runAlone(measure: (product: Running, count?: number) => Promise<Figures>): Promise<void> {
  const { values } = parseArgs({ options: { count: { type: 'string' } } })
  const dataDir = await makeTemporaryFolder('bench')
  const product = await startProduct({ dataDir, env: { TRUST_PROXY: 'on' } })
  try {
    console.table(await measure(product, values.count === undefined ? undefined : Number(values.count)))
  } finally {
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

import type { TestProject } from 'vitest/node'
import { launchChromium } from './chromium.ts'
import { startProduct } from './start-product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product and its gateway simulator answer, and the browser that all test files share. */
    e2e: { origin: string; simulator: string; dataDir: string; browser: string }
  }
}

/** One product and one browser for the whole run; tests keep apart by accounts and browser contexts of their own. */
export default async function setup(project: TestProject) {
  const product = await startProduct()
  const chromium = await launchChromium().catch(async (error: unknown) => {
    await product.stop()
    throw error
  })
  console.log(`browser: ${chromium.origin}; product: ${product.origin}`)
  project.provide('e2e', {
    origin: product.origin,
    simulator: product.simulator,
    dataDir: product.dataDir,
    browser: chromium.server.wsEndpoint(),
  })
  return async () => {
    await chromium.server.close()
    await product.stop()
  }
}

import { dirname } from 'node:path'

/**
 * Builds the demo wallet in memory and not into `dist`, so that no deployment has it. Only used by `npm start` with a
 * local blockchain.
 */
export async function buildDemoWallet(): Promise<string> {
  const { build } = await import('vite')
  const result = await build({
    root: dirname(import.meta.dirname),
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: ['simulators/demo-wallet/announce.ts'], output: { format: 'iife' } },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) => ('output' in each ? each.output : []))
  const chunk = outputs.find((each) => each.type === 'chunk')
  if (!chunk) throw new Error('the demo wallet was not built')
  return chunk.code
}

import path from 'node:path'
import { defineConfig } from 'vitest/config'
import LongFilesFirst from './scripts/long-files-first.ts'

const common = {
  environment: 'node',
  // Test files that one worker runs share loaded modules, which halves the loading time. Each file must therefore undo
  // what it replaced.
  isolate: false,
  // Time limits are meant for tests that hang, not for slow ones: on a machine four times as busy, the same tests pass.
  // Tests set no limits of their own, except longer ones.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000, interval: 50 } },
}

export default defineConfig({
  test: {
    // One worker more than cores on a small machine, because browser tests wait half of the time. The gate sets its own number.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,text,server,web,console,ui,simulators,scripts,lab}/**/*.test.{ts,tsx}'],
          ...common,
        },
      },
      {
        test: {
          name: 'architecture',
          include: ['tests/architecture.test.ts'],
          ...common,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/global-setup.ts'],
          // Node.js loads the modules itself, as it does for the product: Vite would transform each of them again, and
          // its imports, which are property accesses, cost a third of the tests' time. Excludes `vi.mock`.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          execArgv: ['--import', path.join(import.meta.dirname, 'tests/support/hash-cheaply.ts')],
          ...common,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/global-setup.ts'],
          ...common,
        },
      },
    ],
  },
})

import path from 'node:path'
import { defineConfig } from 'vitest/config'
import LongFilesFirst from './scripts/long-files-first.ts'

const common = {
  environment: 'node',
  // The files that a worker runs share its modules, which halves the work of loading them: a file undoes what it replaced.
  isolate: false,
  // Limits of time find what hangs, never what is slow: a machine that is four times as busy passes the same tests. Tests
  // set none of their own, except to allow more.
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
        resolve: {
          alias: { '@node-rs/argon2': path.join(import.meta.dirname, 'tests/support/cheap-argon2.ts') },
        },
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/global-setup.ts'],
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

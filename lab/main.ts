import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** Programs of the lab by name. Each consists of one or more files that run one after the other. */
const programs: Readonly<Record<string, { readonly about: string; readonly files: readonly string[] }>> = {
  bench: {
    about: 'each aim of speed with its figure: CPU of calls, bytes, start, memory, a sale',
    files: ['bench/main.ts', 'bench/sale.ts'],
  },
  'bench:affiliate': {
    about: 'views of an affiliate with a million commissions',
    files: ['bench/affiliate-figures.ts'],
  },
  'bench:chain': { about: 'watching a chain with many open orders', files: ['bench/chain-watch.ts'] },
  'bench:console': { about: 'Today and search in a large shop', files: ['bench/console.ts'] },
  'bench:groups': { about: 'joining groups', files: ['bench/groups.ts'] },
  'bench:login': { about: 'log-ins of known and unknown accounts take equally long', files: ['bench/login-timing.ts'] },
  'bench:payouts': { about: 'closing a month with many affiliates', files: ['bench/payouts.ts'] },
  'bench:sale': { about: 'statements, plans, log and CPU of a sale, and its waits', files: ['bench/sale.ts'] },
  'bench:tunnels': { about: '100,000 members on fifty nodes', files: ['bench/tunnels.ts'] },
  'bench:web': { about: 'Lighthouse on every public page', files: ['bench/web.ts'] },
  chain: { about: 'a local chain with test tokens and a demo wallet', files: ['../scripts/dev-chain.ts'] },
  client: { about: 'a native app without a tunnel', files: ['../simulators/native-client/main.ts'] },
  drill: { about: 'purchase and refund through real VPN programs', files: ['drill/main.ts'] },
  faults: {
    about: 'killed processes, outages, a full disk, a lost database, a migration under load',
    files: [
      'faults/run.ts',
      'faults/random-kills.ts',
      'faults/outages.ts',
      'faults/storage.ts',
      'faults/migration.ts',
      'faults/silent-provider.ts',
      'faults/pgbouncer.ts',
      'faults/restore.ts',
      'faults/replica.ts',
    ],
  },
  fuzz: { about: 'a hundred thousand generated requests', files: ['fuzz.ts'] },
  growth: { about: 'a small and a large shop compared', files: ['growth/main.ts'] },
  imports: { about: 'moves ten thousand people of each panel in and out again', files: ['imports/main.ts'] },
  large: { about: 'fills a database with three years of a shop', files: ['large/main.ts'] },
  load: { about: 'a sale with a provider that falls silent', files: ['load/main.ts'] },
  mutants: { about: 'changes rules and shows which tests notice', files: ['mutants/main.ts'] },
  races: { about: 'race tests with their full number of rounds', files: ['races/main.ts'] },
  restore: {
    about: 'loses a database, then a primary, while people buy',
    files: ['faults/restore.ts', 'faults/replica.ts'],
  },
  scale: { about: 'servers, workers, a pooler and a replica, each killed in turn', files: ['scale/main.ts'] },
}

const [name = '', ...rest] = process.argv.slice(2)
const program = programs[name]
if (program) {
  for (const file of program.files) {
    const { status, signal } = spawnSync(process.execPath, [path.join(import.meta.dirname, file), ...rest], {
      stdio: 'inherit',
    })
    if (status !== 0) {
      if (signal) console.error(`${file} ended by ${signal}`)
      process.exit(status ?? 1)
    }
  }
} else {
  console.log('npm run lab -- NAME [options]; most explain theirs with --help.\n')
  for (const [known, { about }] of Object.entries(programs)) console.log(`  ${known.padEnd(16)} ${about}`)
  process.exitCode = name === '' || name === '--help' ? 0 : 2
}

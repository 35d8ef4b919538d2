import { setTimeout as sleep } from 'node:timers/promises'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ensureDataDir } from '#server/db/open-store.ts'
import { demoAccounts } from '#simulators/demo/demo-catalog.ts'
import { demoAuthenticators } from '#simulators/outbox/authenticator.ts'
import { readConfig, readPlaces } from '#server/platform/config.ts'
import { keysDir } from '#server/platform/read-setting.ts'
import { playDemo } from '#simulators/demo/play-demo.ts'
import { createPayments } from '#server/modules/payments/create-payments.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { ensureDevKeys } from '#simulators/demo/dev-keys.ts'
import { ensurePortFree } from '#server/platform/listen-check.ts'
import { createLog } from '#server/platform/log.ts'
import { failStart, stopOnSignal } from '#server/platform/process.ts'
import { demoWalletOf } from '#server/site/create-site-routes.ts'
import { startServer } from '#server/start-server.ts'
import { forgetDeadChain, watchLocalChain } from './local-chain.ts'

type Workshop = {
  readonly buildPages: () => Promise<unknown>
  readonly buildDemoWallet: () => Promise<string>
  readonly simulators: string
}

/**
 * Starts everything for a first try: the server and, outside PROD, demo keys, the gateway simulator and demo buyers.
 * Exits if it cannot start. Build functions are passed in, so that the bundle does not include them.
 */
export async function runProduct({ buildPages, buildDemoWallet, simulators }: Workshop): Promise<void> {
  try {
    const places = readPlaces()
    ensureDataDir(places.dataDir)
    await ensurePortFree('PORT', places.port, places.host)
    if (places.simulator) {
      await ensurePortFree('SIMULATOR_PORT', places.simulatorPort, 'localhost')
      await ensurePortFree('SIMULATOR_MAIL_PORT', places.simulatorMailPort, 'localhost')
    }
    await Promise.all([buildPages(), places.environment === 'PROD' ? undefined : ensureDevKeys(places.dataDir)])
    if (places.environment !== 'PROD') await forgetDeadChain(places.dataDir)
    let config = readConfig()
    const log = createLog(config.environment, config.logLevel)
    const simulator = config.simulator ? startSimulator() : undefined
    let server = await serve()
    await simulator?.ready
    let working = Promise.resolve()
    let isStopping = false
    // Registers the signal handler before "ready" is printed, because a reader of that line may stop the process.
    stopOnSignal(log, async () => {
      isStopping = true
      await working
      await server.stop()
      simulator?.child.kill('SIGTERM')
    })
    log.info({ port: config.port, environment: config.environment, database: server.store.kind }, 'ready')
    if (config.environment !== 'PROD') {
      greet()
      play()
      watchLocalChain(config.dataDir, () => {
        working = working.then(followChain).catch(failStart)
      })
    }

    async function serve() {
      return startServer(config, log, demoWalletOf(config) === null ? undefined : await buildDemoWallet())
    }

    /**
     * Restarts the server when the local blockchain appears or disappears, because the server is assembled from the
     * configuration.
     */
    async function followChain(): Promise<void> {
      const next = readConfig()
      if (isStopping || isDeepStrictEqual(next.crypto, config.connections.atStart.crypto)) return
      await server.stop()
      config = next
      server = await serve()
      play()
      console.log(`\n  Crypto       ${cryptoLine()}\n`)
    }

    function cryptoLine(): string {
      if (config.devChain !== null)
        return `offered on the local chain at ${config.devChain}${demoWalletOf(config) === null ? '' : ', with a demo wallet'}`
      if (config.crypto !== null) return config.crypto.networks.map(({ name }) => name).join(', ')
      return 'not offered; "npm run lab -- chain" in a second terminal adds it at once'
    }

    function startSimulator() {
      const args = [
        '--port',
        String(config.simulatorPort),
        '--mail-port',
        String(config.simulatorMailPort),
        '--keys',
        keysDir(config.dataDir),
        '--data',
        path.join(config.dataDir, 'simulator'),
      ]
      const child = spawn(process.execPath, [simulators, ...args], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      const ready = new Promise<void>((resolve, reject) => {
        child.once('message', () => resolve())
        child.once('exit', (code) => reject(new Error(`the gateway simulator ended with code ${code}`)))
      })
      process.once('exit', () => child.kill('SIGTERM'))
      return { child, ready }
    }

    function play() {
      if (!simulator || config.environment !== 'DEV' || process.argv.includes('--still')) return
      const stage = server
      const { database } = stage.store
      const parts = { payments: createPayments(config), log, digest: createKeyedDigest(config.secretKey) }
      const world = {
        database,
        ...parts,
        keyring: createKeyring(config.secretKey),
        simulator: `http://localhost:${config.simulatorPort}`,
      }
      // A busy machine may answer a step too late, and the next try goes on where the last one ended.
      const tryOn = async (triesLeft: number): Promise<void> => {
        try {
          await playDemo(world)
        } catch (error) {
          if (isStopping || server !== stage) return
          if (triesLeft === 0) {
            log.warn(error, 'the demo was not played to its end; the next start goes on with it')
            return
          }
          await sleep(2_000)
          if (!isStopping && server === stage) await tryOn(triesLeft - 1)
        }
      }
      void tryOn(4)
    }

    function greet() {
      const accounts = demoAccounts
        .map(({ accountName, password, is }) => `${accountName} / ${password} (${is})`)
        .join(' · ')
      const operators = demoAuthenticators.map(({ name, role }) => `${name} (${role})`).join(', ')
      console.log(`
  Wayfare      ${config.publicOrigin}
  Simulator    http://localhost:${config.simulatorPort}  (every payment goes there; no money moves)
  Console      ${config.consoleOrigin}/console  (operators ${operators}; their codes are in the outbox)
  Outbox       http://localhost:${config.simulatorPort}/outbox  (every mail and SMS stops there)
  VPN panel    http://localhost:${config.simulatorPort}/panel  (a purchase opens a tunnel there)
  VPN node     http://localhost:${config.simulatorPort}/node  (a link of the account lets an app in there)
  Crypto       ${cryptoLine()}
  Sign in as   ${accounts}
  Data         ${config.dataDir}  (delete it to begin anew)
`)
    }
  } catch (error) {
    failStart(error)
  }
}

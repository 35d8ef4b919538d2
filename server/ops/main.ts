import { mapStack } from '#server/platform/map-stacks.ts'
import { ensureDataDir, openStore } from '#server/db/open-store.ts'
import { readConfig } from '#server/platform/config.ts'
import { ConfigError } from '#server/platform/read-setting.ts'
import { loadConnections } from '#server/workflows/connections/load-connections.ts'
import { createLog } from '#server/platform/log.ts'
import { runOps } from './run-ops.ts'
import { createSessionFile } from './session-file.ts'
import { createTerminal, OpsError } from './terminal.ts'

const terminal = createTerminal(process)
try {
  await runOps(process.argv.slice(2), {
    terminal,
    async open() {
      const config = readConfig()
      ensureDataDir(config.dataDir)
      const store = await openStore(config, createLog(config.environment, 'warn'), 'command')
      await loadConnections(store.database, config)
      return {
        config,
        database: store.database,
        reads: store.reads,
        sessionFile: createSessionFile(config.operatorSessionFile),
        close: () => store.close(),
      }
    },
  })
} catch (error) {
  const expected = error instanceof OpsError || error instanceof ConfigError
  terminal.complain(
    expected ? error.message : error instanceof Error ? mapStack(error.stack ?? error.message) : String(error),
  )
  process.exitCode = 1
} finally {
  terminal.close()
}

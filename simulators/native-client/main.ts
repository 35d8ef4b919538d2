import { ClientError } from './api-client.ts'
import { runCommand } from './run-command.ts'

/** `npm run lab -- client COMMAND …`: imitates a native app, but without VPN, for manual and automatic tests. */
try {
  process.stdout.write(await runCommand(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof ClientError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

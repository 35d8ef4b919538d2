import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { propose } from '#server/workflows/operators/second-person.ts'
import { OpsError, readText, type Action, type OpsContext } from './action.ts'
import { createGate } from './admit.ts'
import { helpText } from './help.rules.ts'
import { previewOf } from './preview.ts'
import type { SessionFile } from './session-file.ts'
import { signInCommands, type SignInCommand } from './sign-in-commands.ts'
import type { Terminal } from './terminal.ts'
import { findActing } from './who-acts.ts'

/** What commands work on; opened only for one that is known and rightly spelled. */
export type Workplace = {
  readonly config: Config
  readonly database: Database
  readonly sessionFile: SessionFile
  close(): Promise<void>
}
type Ops = {
  readonly actions: readonly Action[]
  readonly terminal: Terminal
  readonly open: () => Promise<Workplace>
}

const shared = {
  operator: { type: 'string' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsOptionsConfig

/** Runs one command: finds it, asks who acts, whether they may, and does it. Throws OpsError for what the operator can mend. */
export async function runOps(argv: readonly string[], { actions, terminal, open }: Ops): Promise<void> {
  const known: readonly (Action | SignInCommand)[] = [...signInCommands, ...actions]
  const [first = 'help'] = argv
  if (['help', '--help', '-h'].includes(first)) return terminal.printText(helpText(known, argv.slice(1).join(' ')))
  // Some commands have two words: `content import`.
  const found = [2, 1].flatMap((words) => {
    const command = known.find(({ name }) => name === argv.slice(0, words).join(' '))
    return command ? [{ command, rest: argv.slice(words) }] : []
  })[0]
  if (!found) throw new OpsError(helpText(known, argv.slice(0, 2).join(' '), true))
  const { command, rest } = found
  const values = readOptions(command, rest)
  if (values.help === true) return terminal.printText(helpText([command], command.name))
  const place = await open()
  try {
    await perform(command, values, place, terminal)
  } finally {
    await place.close()
  }
}

/** Keeps the command, shows what it would do, and says how another operator decides. */
async function askSecondPerson(action: Action, context: OpsContext, why: string): Promise<void> {
  const { database, operator, values } = context
  const texts = (action.files ?? []).map(async (option) => [option, await readText(context, option)] as const)
  const files = Object.fromEntries(await Promise.all(texts))
  const { operator: _typed, ...options } = values
  const preview = await previewOf(action, { ...context, files })
  context.printText(preview)
  const id = await propose(database, { action: action.name, options, files, why, preview }, operator)
  context.print(`${why} Nothing was done. Another operator decides: npm run ops -- approval grant --id ${id}`)
}

type Values = Record<string, string | boolean | undefined>

async function perform(
  command: Action | SignInCommand,
  values: Values,
  { config, database, sessionFile }: Workplace,
  terminal: Terminal,
): Promise<void> {
  const { secretKey, environment } = config
  const deps = { database, keyring: createKeyring(secretKey), digest: createKeyedDigest(secretKey) }
  if (!('role' in command)) return command.run({ deps, terminal, sessionFile, values })
  const name = typeof values.operator === 'string' ? values.operator : undefined
  const acting = await findActing({ database, environment, name, token: await sessionFile.read() })
  if (!acting.signedIn)
    terminal.complain(`Trying out as ${acting.operator.name}. With APP_ENV=PROD an account signs in instead.`)
  const dryRun = values['dry-run'] === true
  const need = createGate(acting, `"${command.name}"`, { deps, terminal, dryRun })
  await need(command)
  const { operator, role } = acting
  const { print, printText, table } = terminal
  const context: OpsContext = { database, config, operator, role, dryRun, values, print, printText, table, need }
  const why = dryRun ? null : await command.second?.(context)
  await (typeof why === 'string' ? askSecondPerson(command, context, why) : command.run(context))
}

function readOptions({ name, usage, options }: Action | SignInCommand, args: readonly string[]): Values {
  try {
    return parseArgs({ args: [...args], options: { ...options, ...shared }, strict: true }).values
  } catch (error) {
    throw new OpsError(`${(error as Error).message}\n\nnpm run ops -- ${name} ${usage}`)
  }
}

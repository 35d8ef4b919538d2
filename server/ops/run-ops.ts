import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import type { Wish } from '#server/operator/carry-out.ts'
import { runAction, type RunAction } from '#server/operator/run-action.ts'
import { programName, type Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { readsFrom, type Reads } from '#server/platform/replica.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { createConfirmation } from './confirm-factor.ts'
import { described } from './described.ts'
import { findCommand, wordsOf, type Command } from './find-command.ts'
import { helpText } from './help.ts'
import { inOption, optionsOf, readTyped, usageOf, type Values } from './options.ts'
import { say, sayAll } from '#text/say.ts'
import { printOutcome, requirePlaces, saveFiles, streamOf } from './print-outcome.ts'
import type { SessionFile } from './session-file.ts'
import { OpsError, type Terminal } from './terminal.ts'
import { undo as undoTexts } from '#text/en/undo.ts'
import { undoText } from '#text/worded.ts'
import { findActing } from './who-acts.ts'

type Workplace = {
  readonly config: Config
  readonly database: Database
  readonly reads?: Reads
  readonly sessionFile: SessionFile
  close(): Promise<void>
}
type Ops = {
  readonly terminal: Terminal
  readonly open: () => Promise<Workplace>
  readonly run?: RunAction
}

const shared = {
  operator: { type: 'string' },
  preview: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsOptionsConfig

export async function runOps(argv: readonly string[], { terminal, open, run = runAction }: Ops): Promise<void> {
  const [first = 'help'] = argv
  if (['help', '--help', '-h'].includes(first)) return terminal.printText(helpText(described, argv.slice(1).join(' ')))
  const found = findCommand(argv)
  if (!found) throw new OpsError(helpText(described, argv.slice(0, 2).join(' '), true))
  const { command, rest } = found
  const values = readOptions(command, rest)
  if (values.help === true) return terminal.printText(helpText(described, nameOf(command)))
  const place = await open()
  try {
    await perform(command, values, place, { terminal, run })
  } finally {
    await place.close()
  }
}

async function perform(
  command: Command,
  values: Values,
  place: Workplace,
  { terminal, run }: { terminal: Terminal; run: RunAction },
): Promise<void> {
  const { config, database, reads = readsFrom(database), sessionFile } = place
  const { secretKey, environment } = config
  const deps = { config, database, keyring: createKeyring(secretKey), digest: createKeyedDigest(secretKey) }
  if ('signIn' in command) return command.signIn.run({ deps, terminal, sessionFile, values })
  const name = typeof values.operator === 'string' ? values.operator : undefined
  const { operator, role, signedIn } = await findActing({
    database,
    environment,
    name,
    token: await sessionFile.read(),
  })
  if (!signedIn) terminal.complain(`Trying out as ${operator.name}. With APP_ENV=PROD an account signs in instead.`)
  const confirmation = createConfirmation(deps, terminal, signedIn)
  await act(
    command.action,
    values,
    terminal,
    { database, reads, config, operator: { ...operator, role }, ...confirmation },
    run,
  )
}

type Who = Omit<Wish, 'preview' | 'emit'>

export async function act(
  name: ActionName,
  values: Values,
  terminal: Omit<Terminal, 'ask' | 'close'>,
  who: Who,
  run: RunAction = runAction,
): Promise<void> {
  const action: OperatorAction = operatorActions[name]
  const preview = values.preview === true
  const emit = streamOf(name, terminal)
  const ran = await run(name, () => readPlaced(name, action, values, who.config.dataDir), { ...who, preview, emit })
  if (!ran.ok) throw new OpsError(say('en', ran.refusal.sentence, inOption))
  const { input, output, proposal } = ran.value
  const isKept = !preview && proposal === null
  if (isKept) await saveFiles(name, output as Readonly<Record<string, unknown>>, values)
  printOutcome(name, { input, output: sayAll('en', output), preview: !isKept, values }, terminal)
  if (action.kind === 'act' && !isKept) terminal.print(undoText(action.undo, undoTexts, wordsOf))
  if (proposal)
    terminal.print(
      `${say('en', proposal.why)} Nothing was done. Another operator decides: ${programName} approvals grant --id ${proposal.id}`,
    )
}

async function readPlaced(
  name: ActionName,
  action: OperatorAction,
  values: Values,
  dataDir: string,
): Promise<Record<string, unknown>> {
  await requirePlaces(name, values, dataDir)
  return readTyped(action, values)
}

const nameOf = (command: Command): string => ('signIn' in command ? command.signIn.name : wordsOf(command.action))

function readOptions(command: Command, args: readonly string[]): Values {
  const [options, usage] =
    'signIn' in command
      ? [command.signIn.options, command.signIn.usage]
      : [optionsOf(operatorActions[command.action]), usageOf(operatorActions[command.action])]
  try {
    return parseArgs({ args: [...args], options: { ...options, ...shared }, strict: true }).values
  } catch (error) {
    throw new OpsError(`${(error as Error).message}\n\n${programName} ${nameOf(command)} ${usage}`)
  }
}

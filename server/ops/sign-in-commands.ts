import type { ParseArgsOptionsConfig } from 'node:util'
import { endOperatorSession, touchOperatorSession } from '#server/modules/operators/operators.service.ts'
import { sessionHours } from '#server/modules/operators/operators.rules.ts'
import { createFirstOwner } from '#server/workflows/operators/manage-operators.ts'
import { changeOwnSecret, signInOperator, type OperatorDeps } from '#server/workflows/operators/sign-in-operator.ts'
import { Refused } from '#server/platform/act.ts'
import type { Config } from '#server/platform/config.ts'
import { OpsError } from './ops-error.ts'
import { printHandover } from './printers.ts'
import type { SessionFile } from './session-file.ts'
import type { Terminal } from './terminal.ts'
import { orTooMany } from './too-many.ts'

export type SignInContext = {
  readonly deps: OperatorDeps & { readonly config: Config }
  readonly terminal: Terminal
  readonly sessionFile: SessionFile
  readonly values: Readonly<Record<string, string | boolean | undefined>>
}

export type SignInCommand = {
  readonly name: string
  readonly summary: string
  readonly usage: string
  readonly options: ParseArgsOptionsConfig
  run(context: SignInContext): Promise<void>
}

const name = { name: { type: 'string' } } as const

const askName = async ({ terminal, values }: SignInContext): Promise<string> =>
  typeof values.name === 'string' ? values.name : terminal.ask('Name: ')

async function chooseOwnSecret({ deps, terminal }: SignInContext, token: string): Promise<void> {
  for (let round = 1; ; round++) {
    const secret = await terminal.ask('New secret, at least 12 characters: ', { hidden: true })
    const again = await terminal.ask('The same again: ', { hidden: true })
    const fault = secret === again ? await changeOwnSecret(deps, token, secret) : 'The two are not the same.'
    if (fault === null) return
    if (round === 3) throw new OpsError(`${fault} No secret was chosen; sign in again to go on.`)
    terminal.complain(fault)
  }
}

const noAddress =
  'You have no address for notices, so you do not hear of what waits for a second operator: npm run ops -- operators set-address --email ADDRESS'

const login: SignInCommand = {
  name: 'login',
  summary: `Signs you in with name, secret and a code of your authenticator app, for ${sessionHours} hours at most.`,
  usage: '[--name TEXT]',
  options: name,
  async run(context) {
    const { deps, terminal, sessionFile } = context
    const given = await askName(context)
    const secret = await terminal.ask('Secret: ', { hidden: true })
    const code = await terminal.ask('Code of your authenticator app: ')
    const opened = await orTooMany(signInOperator(deps, { name: given, secret, code }))
    if (!opened) throw new OpsError('Name, secret or code is wrong, or the invitation is over.')
    const session = await touchOperatorSession(deps.database, opened.token)
    if (session?.invited) await chooseOwnSecret(context, opened.token)
    const before = await sessionFile.read().catch(() => null)
    await sessionFile.write(opened.token)
    if (before !== null) await endOperatorSession(deps.database, before)
    terminal.print(`You are signed in as ${opened.operator.name}.`)
    if (session?.hasAddress === false) terminal.print(noAddress)
  },
}

const logout: SignInCommand = {
  name: 'logout',
  summary: 'Ends your sign-in.',
  usage: '',
  options: {},
  async run({ deps, terminal, sessionFile }) {
    const token = await sessionFile.read().catch(() => null)
    await sessionFile.remove()
    const ended = token !== null && (await endOperatorSession(deps.database, token)) > 0
    terminal.print(ended ? 'You are signed out.' : 'You were not signed in.')
  },
}

async function requireSession({ deps, sessionFile }: SignInContext) {
  const token = await sessionFile.read()
  const session = token === null ? undefined : await touchOperatorSession(deps.database, token)
  if (token === null || !session) throw new OpsError('You are not signed in: npm run ops -- login')
  return { token, session }
}

const whoami: SignInCommand = {
  name: 'whoami',
  summary: 'Says who is signed in here, with which role and until when.',
  usage: '',
  options: {},
  async run(context) {
    const { session } = await requireSession(context)
    const until = new Date(session.startedAt.getTime() + sessionHours * 3_600_000)
    context.terminal.print(`${session.name}, ${session.role}, at most until ${until.toISOString()}.`)
  },
}

const changeSecret: SignInCommand = {
  name: 'operator change-secret',
  summary: 'Sets another secret for your own account; your other sign-ins end.',
  usage: '',
  options: {},
  async run(context) {
    const { token, session } = await requireSession(context)
    const secret = await context.terminal.ask('Your secret of today: ', { hidden: true })
    const code = await context.terminal.ask('Code of your authenticator app: ')
    const proof = { name: session.name, secret, code }
    const proven = await orTooMany(signInOperator(context.deps, proof))
    if (!proven) throw new OpsError('Secret or code is wrong. Nothing was changed.')
    await endOperatorSession(context.deps.database, proven.token)
    await chooseOwnSecret(context, token)
    context.terminal.print('Your secret is changed.')
  },
}

const createFirst: SignInCommand = {
  name: 'operator create-first',
  summary: 'Makes the first owner, where there is none, and prints a secret and a key for the authenticator app, once.',
  usage: '--name TEXT [--email ADDRESS]',
  options: { ...name, email: { type: 'string' } },
  async run(context) {
    const { email } = context.values
    const wanted = { name: await askName(context), email: typeof email === 'string' ? email : undefined }
    const handover = await createFirstOwner(context.deps, wanted).catch((error: unknown) => {
      throw error instanceof Refused ? new OpsError(error.message, { cause: error }) : error
    })
    printHandover(context.terminal, handover, '15 minutes')
  },
}

export const signInCommands: readonly SignInCommand[] = [login, logout, whoami, createFirst, changeSecret]

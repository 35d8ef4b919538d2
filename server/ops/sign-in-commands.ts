import type { ParseArgsOptionsConfig } from 'node:util'
import { endOperatorSession, touchOperatorSession, type Factor } from '#server/modules/operators/operators.service.ts'
import { findSecretFault, sessionHours } from '#server/modules/operators/operators.rules.ts'
import {
  answerInvitation,
  openInvitation,
  type Accepted,
  type Unaccepted,
} from '#server/workflows/operators/accept-invitation.ts'
import { createFirstOwner, prepareFirstOwner } from '#server/workflows/operators/manage-operators.ts'
import {
  changeOwnSecret,
  signInOperator,
  type Opened,
  type OperatorDeps,
} from '#server/workflows/operators/sign-in-operator.ts'
import { Refused } from '#server/platform/act.ts'
import { programName, type Config } from '#server/platform/config.ts'
import { say } from '#text/say.ts'
import { inOption } from './options.ts'
import type { SessionFile } from './session-file.ts'
import { OpsError, type Terminal } from './terminal.ts'
import { orTooMany } from './confirm-factor.ts'
import type { Sentence } from '#shared/sentence.ts'

type SignInContext = {
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

const rounds = 3
async function chooseSecret(
  { terminal }: SignInContext,
  judge: (secret: string) => Sentence | null | Promise<Sentence | null>,
): Promise<void> {
  for (let round = 1; ; round++) {
    const secret = await terminal.ask('New password, at least 12 characters: ', { hidden: true })
    const again = await terminal.ask('The same again: ', { hidden: true })
    const found = secret === again ? await judge(secret) : null
    if (secret === again && found === null) return
    const fault = found === null ? 'The two are not the same.' : say('en', found)
    if (round === rounds) throw new OpsError(`${fault} No password was chosen.`)
    terminal.complain(fault)
  }
}

type Enrolling = { readonly name: string } & Factor
type Enrolled = Accepted | Unaccepted
async function enrol(
  context: SignInContext,
  { name: own, totpSecret, totpUri }: Enrolling,
  accept: (chosen: { secret: string; code: string }) => Promise<Enrolled>,
): Promise<Accepted> {
  const { terminal } = context
  let secret = ''
  await chooseSecret(context, (typed) => {
    secret = typed
    return findSecretFault(typed, own)
  })
  terminal.print(`Key for the authenticator app: ${totpSecret}`)
  terminal.print(`The same as a link: ${totpUri}`)
  for (let round = 1; ; round++) {
    const code = await terminal.ask('Code that the app shows: ')
    const enrolled = await accept({ secret, code })
    if (enrolled.fault === null) return enrolled
    if (enrolled.fault === 'over') throw new OpsError(invitationOver)
    const fault = enrolled.fault === 'code' ? 'This code is wrong.' : say('en', enrolled.sentence)
    if (round === rounds) throw new OpsError(`${fault} Nothing was set up.`)
    terminal.complain(fault)
  }
}

const invitationOver = 'This invitation link does not work any more. Ask the owner who sent it for a new one.'

const noAddress = `You have no address for notices, so you do not hear of what waits for a second operator: ${programName} operators set-address --email ADDRESS`

async function enter({ deps, terminal, sessionFile }: SignInContext, { token, operator }: Opened): Promise<void> {
  const session = await touchOperatorSession(deps.database, token)
  const before = await sessionFile.read().catch(() => null)
  await sessionFile.write(token)
  if (before !== null) await endOperatorSession(deps.database, before)
  terminal.print(`You are signed in as ${operator.name}.`)
  if (session?.hasAddress === false) terminal.print(noAddress)
}

async function acceptByLink(context: SignInContext): Promise<Opened> {
  const { deps, terminal } = context
  // Never read the link from a command-line argument, because other users of the machine can see those.
  const typed = await terminal.ask('Invitation link: ', { hidden: true })
  const token = typed.trim().replace(/^.*#invitation=/, '')
  const invitation = await openInvitation(deps, token)
  if (!invitation) throw new OpsError(invitationOver)
  const { role, sealed } = invitation
  terminal.print(`You are invited as ${invitation.name}, with the role ${role}.`)
  return enrol(context, invitation, (chosen) => answerInvitation(deps, { ...chosen, token, sealed }, 'operators'))
}

const login: SignInCommand = {
  name: 'login',
  summary: `Signs you in with name, password and a code of your authenticator app, for ${sessionHours} hours at most.`,
  usage: '[--name TEXT] [--invitation]',
  options: { ...name, invitation: { type: 'boolean' } },
  async run(context) {
    const { deps, terminal, values } = context
    if (values.invitation === true) return enter(context, await acceptByLink(context))
    const given = await askName(context)
    const secret = await terminal.ask('Password: ', { hidden: true })
    const code = await terminal.ask('Code of your authenticator app: ')
    const opened = await orTooMany(signInOperator(deps, { name: given, secret, code }))
    if (!opened) throw new OpsError('Name, password or code is wrong.')
    await enter(context, opened)
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
  if (token === null || !session) throw new OpsError(`You are not signed in: ${programName} login`)
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
  name: 'operator change-password',
  summary: 'Changes your own password; your other sessions end.',
  usage: '',
  options: {},
  async run(context) {
    const { token, session } = await requireSession(context)
    const secret = await context.terminal.ask('Your current password: ', { hidden: true })
    const code = await context.terminal.ask('Code of your authenticator app: ')
    const proof = { name: session.name, secret, code }
    const proven = await orTooMany(signInOperator(context.deps, proof))
    if (!proven) throw new OpsError('Secret or code is wrong. Nothing was changed.')
    await endOperatorSession(context.deps.database, proven.token)
    await chooseSecret(context, (chosen) => changeOwnSecret(context.deps, token, chosen))
    context.terminal.print('Your password has been changed.')
  },
}

const createFirst: SignInCommand = {
  name: 'operator create-first',
  summary: 'Adds the first owner, where there is none: asks for a password, and connects an authenticator app.',
  usage: '--name TEXT [--email ADDRESS]',
  options: { ...name, email: { type: 'string' } },
  async run(context) {
    const { email } = context.values
    const wanted = { name: await askName(context), email: typeof email === 'string' ? email : undefined }
    try {
      const first = await prepareFirstOwner(context.deps, wanted)
      await enter(context, await enrol(context, first, (chosen) => createFirstOwner(context.deps, first, chosen)))
    } catch (error) {
      throw error instanceof Refused
        ? new OpsError(say('en', error.refusal.sentence, inOption), { cause: error })
        : error
    }
  },
}

export const signInCommands: readonly SignInCommand[] = [login, logout, whoami, createFirst, changeSecret]

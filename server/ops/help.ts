import { programName } from '#server/platform/config.ts'

export type Described = {
  readonly name: string
  readonly usage: string
  readonly summary: string
  readonly options?: readonly string[]
  readonly role?: string
  readonly stepUp?: string
  readonly second?: string
}

const needOf = ({ role, stepUp }: Described): string =>
  role === undefined
    ? ''
    : ` [${role}${role === 'owner' ? '' : ' or above'}${stepUp === undefined ? '' : ', asks for a code'}]`

const describe = (command: Described): string =>
  `  ${command.name} ${command.usage}`.trimEnd() + `\n      ${command.summary}${needOf(command)}`

const explain = (command: Described): string =>
  [
    describe(command),
    ...(command.second === undefined ? [] : [`      Takes a second operator: ${command.second}`]),
    ...(command.options?.length ? ['', ...command.options] : []),
  ].join('\n')

/** Matches a command name or a part of it, also in the singular (`promo` for `promos create`). */
const isAbout = ({ name }: Described, subject: string): boolean =>
  name === subject ||
  name.split(' ')[0] === subject ||
  name.split(/[ -]/).some((part) => part === subject || part === `${subject}s`)

export function helpText(commands: readonly Described[], subject: string, unknown = false): string {
  const asked = subject.trim().toLowerCase().replace('.', ' ')
  const [first = asked] = asked.split(/\s/)
  const about = asked === '' ? [...commands] : commands.filter((command) => isAbout(command, asked))
  const near = about.length > 0 ? about : commands.filter((command) => isAbout(command, first))
  const subjects = [...new Set(commands.map(({ name }) => name.split(/[ -]/)[0] ?? name))].toSorted()
  const lines = near.map(near.length === 1 ? explain : describe).join('\n')
  const every = 'Every command takes --help. In DEV and TEST --operator NAME tries it out without signing in.'
  if (unknown)
    return `There is no command "${asked}".${
      near.length > 0 ? `\n\n${lines}` : `\nSubjects: ${subjects.join(', ')}. ${programName} help SUBJECT says more.`
    }`
  if (near.length === 0) return `There is nothing about "${asked}".\nSubjects: ${subjects.join(', ')}.`
  return `Usage: ${programName} COMMAND [options]\n\n${lines}\n\n${every}`
}

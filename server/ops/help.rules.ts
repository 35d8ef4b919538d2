type Described = {
  readonly name: string
  readonly usage: string
  readonly summary: string
  readonly role?: string
  readonly stepUp?: string
}

const needOf = ({ role, stepUp }: Described): string =>
  role === undefined
    ? ''
    : ` [${role}${role === 'owner' ? '' : ' or above'}${stepUp === undefined ? '' : ', asks for a code'}]`

const describe = (command: Described): string =>
  `  ${command.name} ${command.usage}`.trimEnd() + `\n      ${command.summary}${needOf(command)}`

/** Whether a command is about a subject: its name, the first word of it, or a part of it between dashes (`promo` of `promo-list`). */
const isAbout = ({ name }: Described, subject: string): boolean =>
  name === subject || name.split(' ')[0] === subject || name.split(/[ -]/).some((part) => part === subject)

/** Everything that there is, or what is about `subject`. `unknown`: there is no command of that name. */
export function helpText(commands: readonly Described[], subject: string, unknown = false): string {
  const asked = subject.trim().toLowerCase()
  const [first = asked] = asked.split(/\s/)
  const about = asked === '' ? [...commands] : commands.filter((command) => isAbout(command, asked))
  // `ops content improt`: what there is about content.
  const near = about.length > 0 ? about : commands.filter((command) => isAbout(command, first))
  const subjects = [...new Set(commands.map(({ name }) => name.split(/[ -]/)[0] ?? name))].toSorted()
  const lines = near.map(describe).join('\n')
  const every = 'Every command takes --help. In DEV and TEST --operator NAME tries it out without signing in.'
  if (unknown)
    return `There is no command "${asked}".${
      near.length > 0 ? `\n\n${lines}` : `\nSubjects: ${subjects.join(', ')}. npm run ops -- help SUBJECT says more.`
    }`
  if (near.length === 0) return `There is nothing about "${asked}".\nSubjects: ${subjects.join(', ')}.`
  return `Usage: npm run ops -- COMMAND [options]\n\n${lines}\n\n${every}`
}

import { actionNames } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { mayAct, operatorRoles } from '#shared/contract/operator/roles.ts'
import { guardOf } from '#shared/contract/operator/reach.ts'
import { wordsOf } from '#server/ops/find-command.ts'
import { inEnglish } from '#server/ops/described.ts'
import { explainOptions, usageOf } from '#server/ops/options.ts'
import { undo as texts } from '#text/en/undo.ts'
import type { Worded } from '#text/worded.ts'

export function describeActions(): string {
  const rows = actionNames.map((name) => {
    const action = inEnglish(name)
    const roles = operatorRoles.map((role) => (mayAct(role, action) ? '✓' : '–'))
    const cells = [
      `\`${name}\``,
      action.kind,
      ...roles,
      action.stepUp ? 'code' : '',
      action.second ?? '',
      undoOf(action),
    ]
    return `| ${cells.join(' | ')} |`
  })
  const reaches = actionNames.map((name) => {
    const action = inEnglish(name)
    const { people, money, trust } = action.reach
    const cells = [`\`${name}\``, ...[people, money, trust].map(shown), action.stepUp ? 'code' : '', guardText(action)]
    return `| ${cells.join(' | ')} |`
  })
  const details = actionNames.flatMap((name) => {
    const action = inEnglish(name)
    const options = explainOptions(action)
    const usage = `npm run ops -- ${wordsOf(name)} ${usageOf(action)}`.trimEnd()
    return ['', `### ${name}`, '', action.about, '', '```text', usage, ...options, '```']
  })
  return [
    '# What operators can do',
    '',
    'A read changes nothing. An act leaves an audit row under its name, and `--preview` does it in a transaction that is rolled back.',
    '*code*: asks for a code of the authenticator app within five minutes.',
    '*Undone by*: the action that takes it back, *itself* with the earlier values, or the sentence that its preview shows. What the undo does not bring back follows.',
    '',
    `| Action | Kind | ${operatorRoles.join(' | ')} | Second factor | Second operator | Undone by |`,
    `|---|---|${operatorRoles.map(() => '---').join('|')}|---|---|---|`,
    ...rows,
    '',
    '## How far each action reaches',
    '',
    'What one operator can do by it, to how many people, in money and in trust. The last column follows from the three before it: who else is asked, and what is mailed to all owners at once, when it is proposed and when it is done.',
    '',
    '| Action | People | Money | Trust | Second factor | What keeps one operator from doing it alone |',
    '|---|---|---|---|---|---|',
    ...reaches,
    ...details,
    '',
  ].join('\n')
}

function shown(value: string): string {
  return value === 'none' ? '' : value
}

function undoOf(action: OperatorAction): string {
  if (action.kind === 'read') return ''
  const { undo } = action
  if ('none' in undo) return texts.none[undo.none]
  const { ifNew, stays } = undo
  const ways = [
    'by' in undo ? `\`${undo.by}\`` : 'itself',
    ...(ifNew ? [`\`${ifNew.by}\` if there was nothing before`] : []),
  ]
  return `${ways.join(', or ')}${stays ? `; not undone: ${texts.stays[stays]}` : ''}`
}

function guardText(action: OperatorAction & Worded): string {
  const guard = guardOf(action)
  if (action.kind === 'act' && action.asksFor !== undefined) return 'Only asks: another operator decides.'
  if (guard.kind === 'daily') return `Two beyond \`${guard.limit}\` a day; owners are mailed.`
  if (guard.kind === 'two')
    return action.reach.varies ? `Two, per run: ${action.second} Owners are mailed.` : 'Two; owners are mailed.'
  return action.second === undefined ? '' : `Two, measured: ${action.second}`
}

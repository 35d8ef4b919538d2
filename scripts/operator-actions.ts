import { actionNames, operatorActions } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { mayAct, operatorRoles } from '#shared/contract/operator/roles.ts'
import { wordsOf } from '#server/ops/find-command.ts'
import { explainOptions, usageOf } from '#server/ops/options.ts'
import { writeGenerated } from './write-generated.ts'

/** Writes `docs/operator-actions.md` from the registry; with `--check` only says whether it is fresh. */
await writeGenerated('docs/operator-actions.md', describe(), 'node scripts/operator-actions.ts')

function describe(): string {
  const rows = actionNames.map((name) => {
    const action: OperatorAction = operatorActions[name]
    const roles = operatorRoles.map((role) => (mayAct(role, action) ? '✓' : '–'))
    const second = action.kind === 'act' ? action.second : undefined
    const cells = [`\`${name}\``, action.kind, ...roles, action.stepUp ? 'code' : '', second ?? '', action.was ?? '']
    return `| ${cells.join(' | ')} |`
  })
  const details = actionNames.flatMap((name) => {
    const action: OperatorAction = operatorActions[name]
    const options = explainOptions(action)
    const usage = `npm run ops -- ${wordsOf(name)} ${usageOf(action)}`.trimEnd()
    return ['', `### ${name}`, '', action.summary, '', '```text', usage, ...options, '```']
  })
  return [
    '# What operators can do',
    '',
    'Made from `shared/contract/operator.ts` by `node scripts/operator-actions.ts`; `npm run check` refuses a stale one.',
    'A read changes nothing. An act leaves an audit row under its name, and `--preview` does it in a transaction that is rolled back.',
    '*code*: asks for a code of the authenticator app within five minutes. The last column is the command of releases before the registry, which goes on working.',
    '',
    `| Action | Kind | ${operatorRoles.join(' | ')} | Second factor | Second operator | Was |`,
    `|---|---|${operatorRoles.map(() => '---').join('|')}|---|---|---|`,
    ...rows,
    ...details,
    '',
  ].join('\n')
}

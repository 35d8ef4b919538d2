import type { Action, OpsContext } from '#server/ops/action.ts'
import { ada } from '#tests/support/operators.ts'

/** Runs an operator's action on a database as the command line would; answers what it printed, tables as JSON. */
export async function runAction(
  where: Pick<OpsContext, 'database' | 'config'>,
  action: Action,
  values: OpsContext['values'] = {},
  dryRun = false,
): Promise<string> {
  const lines: string[] = []
  await action.run({
    ...where,
    operator: ada,
    role: 'owner',
    need: async () => {},
    dryRun,
    values,
    print: (line) => lines.push(line),
    printText: (text) => lines.push(text),
    table: (rows) => lines.push(JSON.stringify(rows)),
  })
  return lines.join('\n')
}

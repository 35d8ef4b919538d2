import type { ActionName } from '#shared/contract/operator.ts'
import type { Values } from '#server/ops/options.ts'
import { act } from '#server/ops/run-ops.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/act.ts'
import { ada, ben } from '#tests/support/operators.ts'

type Where = { readonly database: Database; readonly config: Config }

/**
 * Runs an action like the command line, as owner; another owner approves if required. Returns the output, with tables
 * as JSON.
 */
export async function runAction(where: Where, name: ActionName, values: Values = {}, preview = false): Promise<string> {
  const lines: string[] = []
  const screen = {
    print: (line: string) => void lines.push(line),
    printText: (text: string) => void lines.push(text),
    table: (rows: readonly object[]) => void lines.push(JSON.stringify(rows)),
    complain: () => {},
  }
  const confirm = async () => ({ ok: true, value: null }) as const
  const { database, config } = where
  const who = (operator: Operator) => ({
    database,
    config,
    operator: { ...operator, role: 'owner' as const },
    confirm,
  })
  await act(name, { ...values, preview }, screen, who(ada))
  const [, id] = /approvals grant --id (\S+)/.exec(lines.at(-1) ?? '') ?? []
  if (id === undefined) return lines.join('\n')
  lines.length = 0
  await act('approvals.grant', { id }, screen, who(ben))
  return lines.join('\n')
}

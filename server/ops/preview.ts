import { inspect } from 'node:util'
import type { Action, OpsContext } from './action.ts'
import { plainLine } from './plain.rules.ts'

/** What a dry run of this action prints. */
export async function previewOf(action: Action, context: OpsContext): Promise<string> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(plainLine(line))
  const table: OpsContext['table'] = (rows) => lines.push(...rows.map((row) => inspect(row, { breakLength: Infinity })))
  await action.run({
    ...context,
    dryRun: true,
    need: async () => {},
    print,
    printText: (text) => text.split('\n').forEach(print),
    table,
  })
  return lines.join('\n')
}

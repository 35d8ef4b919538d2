import type { ActionInput, ActionName, ActionOutput } from '#shared/contract/operator.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import { handlers } from '#server/operator/handlers.ts'
import type { Config } from '#server/platform/config.ts'
import type { Read } from '#server/platform/act.ts'
import type { Database } from '#server/platform/database.ts'
import { ada } from '#tests/support/operators.ts'

type PageName = Extract<
  ActionName,
  'search.find' | 'search.preview' | 'people.show' | 'orders.show' | 'people.find' | 'groups.show'
>

export async function readPage<N extends PageName>(
  database: Database,
  name: N,
  input: ActionInput<N>,
  role: OperatorRole = 'support',
): Promise<ActionOutput<N>> {
  const handler = handlers[name] as unknown as Read<N>
  const result = await handler(
    database,
    input,
    { ...ada, role },
    { config: {} as Config, emit: () => {}, confirm: async () => ({ ok: true, value: null }) },
  )
  if (!result.ok) throw new Error(result.refusal.sentence.code)
  return result.value
}

export function countingStatements(database: Database): { database: Database; count: () => number } {
  let sent = 0
  const counted =
    <A extends unknown[], R>(send: (...asked: A) => R) =>
    (...asked: A): R => {
      sent++
      return send(...asked)
    }
  return {
    count: () => sent,
    database: {
      ...database,
      transaction: (work) =>
        database.transaction((tx) =>
          work({
            now: tx.now,
            query: counted((statement) => tx.query(statement)),
            one: counted((statement) => tx.one(statement)),
            maybe: counted((statement) => tx.maybe(statement)),
            run: counted((statement) => tx.run(statement)),
          } as typeof tx),
        ),
    },
  }
}

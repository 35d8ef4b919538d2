import Type from 'typebox'
import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { refuse, type Edited, type Result } from '#server/platform/act.ts'
import type { Wish } from './carry-out.ts'
import { openKept } from './find-edited.ts'
import { findRoleFault } from './find-role-fault.ts'
import type { PlainKept } from './handler.ts'
import { handlers } from './handlers.ts'
import { readInput } from './read-input.ts'
import { rehearse } from '#server/platform/rehearse.ts'
import { asResult } from './run-action.ts'

type Asked = Pick<Wish, 'database' | 'config' | 'operator' | 'expect'>

export async function openForm(
  name: ActionName,
  given: Readonly<Record<string, unknown>>,
  { database, config, operator, expect }: Asked,
): Promise<Result<Edited>> {
  const action: OperatorAction = operatorActions[name]
  const fault = findRoleFault(name, action, operator)
  if (fault) return fault
  if (!('edits' in action)) return refuse('NotFound', 'form.keepsNothing')
  const { edits, input } = action
  const naming = Object.entries(input.properties).filter(([key]) => edits.includes(key))
  const keys = readInput(Type.Object(Object.fromEntries(naming)), given)
  if (!keys.ok) return keys
  const { kept } = handlers[name] as unknown as { readonly kept: PlainKept }
  return asResult(async () => {
    const deps = { config, emit: () => {} }
    return {
      ok: true,
      value: await rehearse(database, async (tx) => openKept(tx, await kept(tx, keys.value, deps), deps, expect)),
    }
  })
}

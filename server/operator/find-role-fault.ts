import type { Need } from '#shared/contract/operator/action.ts'
import { mayAct } from '#shared/contract/operator/roles.ts'
import { refuse, type Acting, type Result } from '#server/platform/act.ts'

export const findRoleFault = (name: string, need: Need, operator: Acting): Result<never> | null =>
  mayAct(operator.role, need) ? null : refuse('Forbidden', roleSentence(name, need, operator))

function roleSentence(name: string, { role, except }: Need, operator: Acting): string {
  if (role === 'owner') return `"${name}" is for the role owner; ${operator.name} is ${operator.role}.`
  if (except === undefined) return `"${name}" is for the role ${role} or above; ${operator.name} is ${operator.role}.`
  return `"${name}" is for the role ${role} or above, not for ${except}; ${operator.name} is ${operator.role}.`
}

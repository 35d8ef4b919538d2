import type { Need } from '#shared/contract/operator/action.ts'
import { mayAct } from '#shared/contract/operator/roles.ts'
import { refuse, type Acting, type Result } from '#server/platform/act.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

export const findRoleFault = (name: string, need: Need, operator: Acting): Result<never> | null =>
  mayAct(operator.role, need) ? null : refuse('Forbidden', roleSentence(name, need, operator))

function roleSentence(name: string, { role, except }: Need, operator: Acting): Sentence {
  if (role === 'owner')
    return sentence('role.ownerOnly', {
      action: { action: name },
      operator: operator.name,
      has: sentence(`role.${operator.role}`),
    })
  if (except === undefined)
    return sentence('role.needed', {
      action: { action: name },
      role: sentence(`role.${role}`),
      operator: operator.name,
      has: sentence(`role.${operator.role}`),
    })
  return sentence('role.neededExcept', {
    action: { action: name },
    role: sentence(`role.${role}`),
    except: sentence(`role.${except}`),
    operator: operator.name,
    has: sentence(`role.${operator.role}`),
  })
}

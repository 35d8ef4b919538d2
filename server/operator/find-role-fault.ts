import type { Need } from '#shared/contract/operator/action.ts'
import { hasRole } from '#shared/contract/operator/roles.ts'
import { refuse, type Acting, type Result } from '#server/platform/act.ts'

/** What the operator may not do, or null. */
export const findRoleFault = (name: string, { role }: Need, operator: Acting): Result<never> | null =>
  hasRole(operator.role, role)
    ? null
    : refuse(
        'Forbidden',
        `"${name}" is for the role ${role}${role === 'owner' ? '' : ' or above'}; ${operator.name} is ${operator.role}.`,
      )

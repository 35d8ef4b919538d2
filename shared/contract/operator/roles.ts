/** From what may be seen to what may be decided; each may do what those before it may. */
export const operatorRoles = ['viewer', 'support', 'finance', 'owner'] as const
export type OperatorRole = (typeof operatorRoles)[number]

export const hasRole = (role: OperatorRole, needed: OperatorRole): boolean =>
  operatorRoles.indexOf(role) >= operatorRoles.indexOf(needed)

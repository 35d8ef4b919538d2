/** From what may be seen to what may be decided; each may do what those before it may. */
export const operatorRoles = ['viewer', 'support', 'finance', 'owner'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** Whether a role may do what needs another; `except`: not this one, though it stands above. */
export const mayAct = (role: OperatorRole, need: { role: OperatorRole; except?: OperatorRole | undefined }): boolean =>
  hasRole(role, need.role) && role !== need.except

export const hasRole = (role: OperatorRole, needed: OperatorRole): boolean =>
  operatorRoles.indexOf(role) >= operatorRoles.indexOf(needed)

const fields = new Set(['uid', 'user', 'inviter', 'affiliate', 'creator', 'broughtBy'])

/** Whether a field of this name holds the number of a person, which is a name and no figure. */
export const holdsPerson = (name: string): boolean => fields.has(name)

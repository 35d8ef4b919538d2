const fields = new Set(['uid', 'user', 'inviter', 'affiliate', 'creator', 'broughtBy'])

/** True if a field with this name holds a user id, which is not formatted as a number. */
export const holdsPerson = (name: string): boolean => fields.has(name)

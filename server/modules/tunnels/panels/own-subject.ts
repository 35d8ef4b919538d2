/** Returns the name if it has our form; null for users of others in the same panel. */
export const ownSubject = (name: unknown): string | null =>
  typeof name === 'string' && /^wf_[a-z0-9]{20}$/.test(name) ? name : null

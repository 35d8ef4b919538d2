/**
 * True if the caller already has this version. Ignores the weak mark: a compressing proxy adds it, and daemons send it
 * back.
 */
export const isCurrent = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

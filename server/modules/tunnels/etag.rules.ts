/**
 * Whether what the caller has is this version. A proxy that compresses marks the tag as weak, and daemons send it back so: it is
 * compared without that mark.
 */
export const isCurrent = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

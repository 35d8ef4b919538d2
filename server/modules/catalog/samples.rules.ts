import type { Environment } from '#shared/codes.ts'

type Marked = { readonly demo?: boolean }

/** A shop for real shows nothing that is marked as a sample, whatever its database holds. */
export const isShownIn = (environment: Environment, { demo = false }: Marked): boolean =>
  !demo || environment !== 'PROD'

export const shownOrNone = <T extends Marked>(environment: Environment, value: T | null): T | null =>
  value && isShownIn(environment, value) ? value : null

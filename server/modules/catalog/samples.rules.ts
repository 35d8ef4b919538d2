import type { Environment } from '#shared/codes.ts'

type Marked = { readonly demo?: boolean }

/** True unless it is a sample in PROD. */
export const isShownIn = (environment: Environment, { demo = false }: Marked): boolean =>
  !demo || environment !== 'PROD'

export const shownOrNone = <T extends Marked>(environment: Environment, value: T | null): T | null =>
  value && isShownIn(environment, value) ? value : null

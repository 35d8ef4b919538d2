import type { SiteData } from '#shared/site.ts'

/** Where a person helps; null while the operator has no address for it. */
export const supportUrlOf = ({ links }: Pick<SiteData, 'links'>): string | null =>
  links.find(({ key }) => key === 'support')?.url ?? null

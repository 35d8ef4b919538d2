import type { SiteData } from '#shared/site.ts'

/** Support URL of the operator; null if there is none. */
export const supportUrlOf = ({ links }: Pick<SiteData, 'links'>): string | null =>
  links.find(({ key }) => key === 'support')?.url ?? null

/** Help for payment problems: the operator's support URL, else the messages in the account area. */
export const helpUrlOf = (data: Pick<SiteData, 'links' | 'supportInbox'>): string | null =>
  supportUrlOf(data) ?? (data.supportInbox ? '/user/help' : null)

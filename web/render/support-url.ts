import type { SiteData } from '#shared/site.ts'

/** Where a person helps; null while the operator has no address for it. */
export const supportUrlOf = ({ links }: Pick<SiteData, 'links'>): string | null =>
  links.find(({ key }) => key === 'support')?.url ?? null

/** Where a customer asks for help about money: the operator's own address, else the messages of the account area. */
export const helpUrlOf = (data: Pick<SiteData, 'links' | 'supportInbox'>): string | null =>
  supportUrlOf(data) ?? (data.supportInbox ? '/user/help' : null)

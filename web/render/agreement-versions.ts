import type { SiteData } from '#shared/site.ts'

/** The versions, in both languages, of the two texts that an account agrees to: a tick holds for exactly these. */
export const agreementVersions = ({ content }: Pick<SiteData, 'content'>): string =>
  ['terms-of-service', 'privacy-policy']
    .flatMap((slug) => [content.en, content['zh-CN']].map(({ clauses }) => clauses.find((text) => text.slug === slug)))
    .map((text) => text?.version ?? 0)
    .join('.')

import type { SiteData } from '#shared/site.ts'

/** Versions of terms and privacy policy in both languages. An agreement applies to exactly these. */
export const agreementVersions = ({ content }: Pick<SiteData, 'content'>): string =>
  ['terms-of-service', 'privacy-policy']
    .flatMap((slug) => [content.en, content['zh-CN']].map(({ clauses }) => clauses.find((text) => text.slug === slug)))
    .map((text) => text?.version ?? 0)
    .join('.')

import { hostsIn, hostsOf, stringsIn } from '#shared/link-hosts.ts'
import { readBrandKit, readSettings } from '#server/modules/catalog/catalog.service.ts'
import { listTexts, readFigures } from '#server/modules/content/content.service.ts'
import { linksOfMarkdown } from '#server/modules/content/render-markdown.ts'
import type { Config } from '#server/platform/config.ts'
import type { Queryable } from '#server/platform/database.ts'
import { describeSettings } from '#server/modules/catalog/published-settings.ts'

/**
 * Hosts that appear in texts, and hosts to which Markdown links lead, because Markdown can write a URL in many ways.
 */
const hostsShownIn = (value: unknown): string[] => [
  ...new Set([...hostsOf(value), ...hostsOf(stringsIn(value).flatMap(linksOfMarkdown))]),
]

export async function findNewHosts(
  db: Queryable,
  { publicOrigin }: Pick<Config, 'publicOrigin'>,
  values: readonly unknown[],
): Promise<string[]> {
  const hosts = hostsShownIn(values)
  if (hosts.length === 0) return []
  const [texts, figures, settings, { pageTexts }] = await Promise.all([
    listTexts(db),
    readFigures(db),
    readSettings(db),
    readBrandKit(db),
  ])
  const known = new Set([
    ...hostsIn(publicOrigin),
    ...hostsShownIn(texts.map(({ title, details, markdown }) => [title, details, markdown])),
    ...hostsOf(figures),
    ...hostsOf(describeSettings(settings, { mark: null, pageTexts })),
  ])
  return hosts.filter((host) => !known.has(host))
}

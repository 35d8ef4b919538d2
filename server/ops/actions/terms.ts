import { readFile } from 'node:fs/promises'
import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import { listTerms } from '#server/modules/catalog/affiliate-terms.service.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { findPublishFault, publishAffiliateTerms } from '#server/workflows/publish-terms.ts'
import { formatDate, OpsError, requireText, type Action } from '../action.ts'

export const termsList: Action = {
  name: 'terms list',
  role: 'viewer',
  summary: 'Lists the published versions of the affiliate terms, and prints those that count today.',
  usage: '',
  options: {},
  async run(context) {
    const versions = await listTerms(context.database)
    if (versions.length === 0) context.print('None was published: those that the product comes with count.')
    else
      context.table(
        versions.map(({ version, since, publishedBy, publishedAt }) => ({
          version,
          since,
          by: publishedBy,
          at: formatDate(publishedAt),
        })),
      )
    context.printText(JSON.stringify((await readSettings(context.database)).affiliateTerms, null, 2))
  },
}

export const termsPublish: Action = {
  name: 'terms publish',
  role: 'owner',
  stepUp: 'money',
  summary:
    'Publishes a version of the affiliate terms from a JSON file. It counts from its `since`, for orders from then on.',
  usage: '--file FILE [--dry-run]',
  options: { file: { type: 'string' } },
  async run(context) {
    const file = requireText(context, 'file')
    const terms = await readFile(file, 'utf8')
      .then((text) => JSON.parse(text) as AffiliateTerms)
      .catch((error: Error) => Promise.reject(new OpsError(`${file}: ${error.message}`)))
    const fault = context.dryRun
      ? await findPublishFault(context.database, terms)
      : await publishAffiliateTerms(context.database, terms, context.operator)
    if (fault) throw new OpsError(`These terms cannot be published: ${fault}.`)
    context.print(
      `${context.dryRun ? 'Would publish' : 'Published'} version ${terms.version}, which counts from ${terms.since}.`,
    )
  },
}

import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import { listTerms } from '#server/modules/catalog/affiliate-terms.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { compareTerms, findPublishFault, publishAffiliateTerms } from '#server/workflows/catalog/publish-terms.ts'
import { formatDate, OpsError, readText, type Action, type OpsContext } from '../action.ts'

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

async function readTerms(context: OpsContext): Promise<AffiliateTerms> {
  const text = await readText(context, 'file')
  try {
    return JSON.parse(text) as AffiliateTerms
  } catch (error) {
    throw new OpsError(`--file: ${(error as Error).message}`, { cause: error })
  }
}

export const termsPublish: Action = {
  name: 'terms publish',
  role: 'owner',
  stepUp: 'money',
  summary:
    'Publishes a version of the affiliate terms from a JSON file. It counts from its `since`, for orders from then on. Far changes take a second operator.',
  usage: '--file FILE [--dry-run]',
  options: { file: { type: 'string' } },
  files: ['file'],
  async second(context) {
    const terms = await readTerms(context)
    if (await findPublishFault(context.database, terms)) return null
    const { crossed } = await compareTerms(context.database, terms)
    return crossed.length === 0 ? null : `These terms take a second operator: ${crossed.join('; ')}.`
  },
  async run(context) {
    const terms = await readTerms(context)
    const refuse = (fault: string | null) => {
      if (fault) throw new OpsError(`These terms cannot be published: ${fault}.`)
    }
    refuse(await findPublishFault(context.database, terms))
    const { lines } = await compareTerms(context.database, terms)
    for (const line of lines.length === 0 ? ['No number changes.'] : lines) context.print(line)
    if (!context.dryRun) refuse(await publishAffiliateTerms(context.database, terms, context.operator))
    context.print(
      `${context.dryRun ? 'Would publish' : 'Published'} version ${terms.version}, which counts from ${terms.since}.`,
    )
  },
}

import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { canaryActions, contentActions } from '#shared/contract/operator/texts.ts'
import { describeCanary, readToday } from '#server/modules/canary/canary.service.ts'
import { listStatements } from '#server/modules/canary/canary.queries.ts'
import { signText } from '#server/modules/canary/canary-signature.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { listVersions } from '#server/modules/content/content.queries.ts'
import { exceedsTextLimits } from '#server/modules/content/content.service.ts'
import { describeChanges } from '#server/modules/content/describe-changes.rules.ts'
import { refuse } from '#server/platform/act.ts'
import { draftStatement } from '#server/workflows/site/canary-draft.ts'
import { nameCanaryKey, publishCanary } from '#server/workflows/site/publish-canary.ts'
import { describePlan, exportContent, publishFolder, requirePlan } from '#server/workflows/site/publish-content.ts'
import type { HandlersOf } from '../handler.ts'
import { found } from '../page.ts'
import { sentence } from '#text/sentence.ts'
import type { clientActions } from '#shared/contract/operator/clients.ts'
import { bringClientBack, listClients, publishClient, takeClientBack } from '#server/workflows/site/manage-clients.ts'

export const contentHandlers: HandlersOf<typeof contentActions> = {
  async 'content.export'(database) {
    if (await exceedsTextLimits(database)) return refuse('NotPossible', 'content.tooMuch')
    return found({ files: [...(await exportContent(database))] })
  },
  async 'content.preview'(database, input, _operator, { config }) {
    return found(describePlan(await requirePlan(database, input, config.environment)))
  },
  'content.publish': publishFolder,
  async 'content.versions'(database, { text }) {
    const [kind = '', slug = ''] = text.split('/')
    const versions = await listVersions(database, kind, slug)
    if (versions.length === 0) return refuse('NotFound', sentence('text.unknown', { kind, name: slug }))
    return found({
      versions: versions.map(
        ({ language, version, title, publishedOn, withdrawn, operator, createdAt, before, markdown }) => ({
          language,
          version: withdrawn ? `${version} (withdrawn)` : String(version),
          title,
          changed: describeChanges(before, markdown),
          date: publishedOn,
          by: operator,
          written: createdAt,
        }),
      ),
    })
  },
}

const statementsOnPage = 24

function readPrivateKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

export const canaryHandlers: HandlersOf<typeof canaryActions> = {
  async 'canary.draft'(database, { news }) {
    const [{ brand }, today] = await Promise.all([readSettings(database), readToday(database)])
    return found({ text: draftStatement(brand, today, news) })
  },
  async 'canary.sign'(_database, { file, key: pem }) {
    const key = readPrivateKey(pem)
    if (!key) return refuse('InvalidInput', 'canary.noPrivateKey')
    return found({ signature: signText(file, key).toString('base64') })
  },
  'canary.key': nameCanaryKey,
  'canary.publish': publishCanary,
  async 'canary.status'(database, { after = null }) {
    const { canaryKey } = await readSettings(database)
    const canary = await describeCanary(database, canaryKey)
    const statements = canary ? await listStatements(database, statementsOnPage, after) : []
    return found({
      newest: canary && {
        state: canary.state,
        lastGoodDay: canary.lastGoodDay,
        fingerprint: canary.key?.fingerprint ?? null,
      },
      next: statements.length === statementsOnPage ? (statements.at(-1)?.id ?? null) : null,
      statements: statements.map(({ date, operator, publishedAt }) => ({ date, by: operator, published: publishedAt })),
    })
  },
}

export const clientHandlers: HandlersOf<typeof clientActions> = {
  'clients.list': listClients,
  'clients.publish': publishClient,
  'clients.withdraw': takeClientBack,
  'clients.restore': bringClientBack,
}

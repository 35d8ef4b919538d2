import type { textActs, textReads } from '#shared/contract/operator/text-drafts.ts'
import { findVersion } from '#server/modules/content/content.queries.ts'
import { nameOf } from '#server/modules/content/drafts.service.ts'
import { refuse } from '#server/platform/act.ts'
import { discardDraft, listAllTexts, openText, saveTextDraft } from '#server/workflows/site/draft-texts.ts'
import { publishSamples, withdrawSamples } from '#server/workflows/site/publish-samples.ts'
import { publishText, restoreText, withdrawText } from '#server/workflows/site/publish-text.ts'
import type { HandlersOf } from '../handler.ts'
import { found } from '../page.ts'
import { sentence } from '#text/sentence.ts'

export const textHandlers: HandlersOf<typeof textReads & typeof textActs> = {
  'content.list': listAllTexts,
  'content.open': openText,
  async 'content.wording'(database, { text, language, version }) {
    const { kind, slug } = nameOf(text)
    const row = await findVersion(database, kind, slug, language, version)
    if (!row) return refuse('NotFound', sentence('text.noVersion', { version, text, language }))
    const { title, details, markdown, operator, createdAt } = row
    return found({
      title,
      summary: details.summary ?? '',
      markdown,
      action: details.action ?? '',
      by: operator,
      written: createdAt,
    })
  },
  'content.save-draft': saveTextDraft,
  'content.discard-draft': discardDraft,
  'content.publish-text': publishText,
  'content.withdraw': withdrawText,
  'content.publish-samples': publishSamples,
  'content.withdraw-samples': withdrawSamples,
  'content.restore': restoreText,
}

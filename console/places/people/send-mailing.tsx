import { listComma } from '#shared/language.ts'
import type { ConsoleOutcome } from '#shared/console.ts'
import { ActPanel } from '#console/act/act-panel.tsx'
import { useSpoken } from '#console/client/language.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { Given } from '#console/client/wire.ts'
import { Panel } from '#console/list/panel.tsx'
import type { MailingsText } from '#console/text/en/places/mailings.ts'
import { wordsOf, type MailingDraft } from './mailing-drafts.ts'
import type { MailingInput } from './use-mailing-input.ts'

type Props = {
  readonly t: MailingsText
  readonly draft: MailingDraft
  readonly input: MailingInput
  readonly onDone: (answer: ConsoleOutcome) => void
}

/**
 * Preview and send button of a mailing, shown once nothing is missing. Any change of the mailing discards the preview.
 */
export function SendMailing({ t, draft, input, onDone }: Props) {
  const { field } = useVocabulary()
  const { language } = useSpoken()
  const missing = Object.keys(input.wrong)
  const given: Given<'mailings.send'> = {
    segment: undefined,
    sendAt: undefined,
    perMinute: undefined,
    ...input.sent,
  }
  return (
    <Panel title={t.send}>
      <div className="in">
        {missing.length === 0 ? (
          <ActPanel
            key={JSON.stringify(given)}
            name="mailings.send"
            given={given}
            about={`${draft.id} ${wordsOf(draft.values)}`}
            onDone={onDone}
          />
        ) : (
          <div className="stack">
            <p>{t.waits}</p>
            <p className="faint">{t.missing(missing.map((name) => field(name)).join(listComma(language)))}</p>
          </div>
        )}
      </div>
    </Panel>
  )
}

import { mailingPreview } from '#shared/console.ts'
import { PostedFrame } from '#console/list/posted-frame.tsx'
import { PreviewPanel } from '#console/list/preview-panel.tsx'
import type { MailingsText } from '#console/text/en/places/mailings.ts'
import { wordNames, type MailingValues } from './mailing-drafts.ts'

type Props = {
  readonly t: MailingsText
  readonly values: MailingValues
  readonly wide: boolean
  readonly onWide?: (wide: boolean) => void
}

/** Preview of the mail, rendered by the code that also renders the sent mail. */
export const MailPreview = ({ t, values, wide, onWide }: Props) => (
  <PreviewPanel t={t} wide={wide} onWide={onWide}>
    {(language) => (
      <PostedFrame
        title={t.preview}
        action={`${mailingPreview}/${language}`}
        fields={Object.fromEntries(wordNames.map((name) => [name, values[name] ?? '']))}
      />
    )}
  </PreviewPanel>
)

import { mailingPreview } from '#shared/console.ts'
import type { Language } from '#shared/language.ts'
import { PostedFrame } from '#console/list/posted-frame.tsx'
import { wordNames, type MailingValues } from './mailing-drafts.ts'

type Props = { readonly title: string; readonly values: MailingValues; readonly language: Language }

/** Preview of the mail, rendered by the code that also renders the sent mail. */
export const MailFrame = ({ title, values, language }: Props) => (
  <div className="frames">
    <PostedFrame
      title={title}
      action={`${mailingPreview}/${language}`}
      fields={Object.fromEntries(wordNames.map((name) => [name, values[name] ?? '']))}
    />
  </div>
)

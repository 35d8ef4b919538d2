import { QuickActionButton } from '#console/act/quick-action-button.tsx'
import { useSpoken } from '#console/client/language.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Note } from '#console/frame/note.tsx'
import { Moment } from '#console/list/age.tsx'
import { Panel } from '#console/list/panel.tsx'
import en from '#console/text/en/replies.ts'
import zh from '#console/text/zh-CN/replies.ts'

const texts = { en, 'zh-CN': zh }
type Props = { readonly user: string; readonly order: string | null }

/**
 * Sends the canned reply that fits a held payment with one press, filled for the buyer and the order in review. Its
 * text is shown before, and once it was sent its time replaces the button.
 */
export default function HeldReply({ user, order }: Props) {
  const { language } = useSpoken()
  const { value } = useVocabulary()
  const w = texts[language]
  const read = useRead('messages.replies', { user, ...(order !== null && { order }) })
  const thread = useRead('messages.show', { user })
  const reply = read.data?.replies.find(({ suggested, missing }) => suggested && missing.length === 0)
  if (!reply || !read.data || !thread.data) return null
  const { entries, language: spoken } = thread.data
  const sent = entries.findLast(({ from, text }) => from !== 'customer' && text === reply.text)
  const newest = entries.at(-1)
  return (
    <Panel title={w.answerBuyer} note={w.inLanguage(value(spoken))}>
      <div className="in stack">
        {newest?.from === 'customer' && (
          <p className="said">
            <b>{w.wrote}</b> {newest.text}
          </p>
        )}
        <p className="said" lang={spoken}>
          {reply.text}
        </p>
        {sent ? (
          <Note kind="ok">
            {w.sentAt} <Moment at={sent.at} />
          </Note>
        ) : (
          <div className="bar">
            <QuickActionButton
              name="messages.answer"
              given={{ user, text: reply.text, ...(newest && { last: newest.id }) }}
              label={w.sendIt}
            />
          </div>
        )}
      </div>
    </Panel>
  )
}

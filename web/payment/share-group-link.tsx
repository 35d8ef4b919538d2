import type { Language } from '#shared/language.ts'
import { LinkField } from '#ui/link-field.tsx'
import { showToast } from '#ui/toast.ts'
import { openShareSheet, useShareSheet } from '#web/share/native-share.ts'
import type { OutcomeTexts } from '#text/en/site/outcome.ts'

type Props = {
  readonly t: OutcomeTexts
  readonly language: Language
  readonly code: string
  readonly name: string
}

/** Share link of a group. It has no language prefix, so that friends see their own language. */
export function ShareGroupLink({ t, language, code, name }: Props) {
  const hasSheet = useShareSheet()
  const url = `${location.origin}/group-buying?group=${code}`
  async function share() {
    if (!(await openShareSheet({ title: name, url }))) showToast({ kind: 'error', text: t.shareFailed, language })
  }
  return (
    <>
      {hasSheet && (
        <button type="button" className="btn wide" onClick={() => void share()}>
          {t.share}
        </button>
      )}
      <LinkField value={url} label={t.copyLink} copy={t.copy} copied={t.copied} />
    </>
  )
}

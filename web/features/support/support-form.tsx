import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { Language } from '#shared/language.ts'
import { maxSupportText } from '#shared/support-limits.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { api } from '#web/client/api.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { SupportTexts } from '#text/en/site/support.ts'
import { readHelpLink } from '#web/payment/help-link.ts'
import { AddImages } from './add-images.tsx'
import { draftImages, draftText, forgetDraft, keepDraft, keepImages, keyOf, type ChosenImage } from './draft.ts'
import { threadQuery } from './support.queries.ts'
import styles from './support.module.css'

type Props = { readonly t: SupportTexts; readonly language: Language; readonly uid: number }

export function SupportForm({ t, language, uid }: Props) {
  const queryClient = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { busy, problem, setProblem, send } = useSending(language)
  const [images, setImages] = useState<readonly ChosenImage[]>([])
  const [said, setSaid] = useState<'restored' | 'sent' | null>(null)

  useEffect(() => {
    const area = form.current?.elements.namedItem('text')
    const draft = draftText(uid)
    setImages(draftImages(uid))
    if (!(area instanceof HTMLTextAreaElement) || area.value !== '') return
    const asked = readHelpLink(location.search)
    if (draft !== '') setSaid('restored')
    area.value = draft === '' && asked ? t.about[asked.about](asked.number) : draft
  }, [uid, t])

  const changeImages = (change: (known: readonly ChosenImage[]) => readonly ChosenImage[]) => {
    const next = change(draftImages(uid))
    keepImages(uid, next)
    setImages(next)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const area = event.currentTarget.elements.namedItem('text') as HTMLTextAreaElement
    const text = area.value
    void send(async () => {
      const typed = text.trim()
      const wrong =
        typed === '' && images.length === 0
          ? t.missing
          : [...typed].length > maxSupportText
            ? t.tooLong(String(maxSupportText))
            : null
      if (wrong !== null) return setProblem({ summary: wrong, fields: { text: wrong } })
      setProblem(null)
      const message = { idempotencyKey: keyOf(uid, typed), text: typed, images: images.map(({ id }) => id) }
      await api('/api/user/support_write', message, { handlesErrors: true })
      forgetDraft(uid)
      setImages([])
      // Removes only the sent text, because more may have been typed during the request.
      if (area.value.startsWith(text)) area.value = area.value.slice(text.length).trimStart()
      if (area.value !== '') keepDraft(uid, area.value)
      setSaid('sent')
      await queryClient.invalidateQueries({ queryKey: threadQuery.queryKey })
    })
  }

  return (
    <form ref={form} className={styles.form} method="post" noValidate onSubmit={submit}>
      <FormSummary problem={problem} />
      <TextArea
        label={t.label}
        name="text"
        autoComplete="off"
        error={problem?.fields.text}
        aria-describedby={problem?.fields.text ? undefined : 'support-hint'}
        onChange={({ target }) => keepDraft(uid, target.value)}
      />
      <p id="support-hint" className="small dim">
        {t.hint}
      </p>
      <AddImages t={t} images={images} onChange={changeImages} />
      <p className={said && !problem ? styles.said : 'vh'} role="status">
        {said && !problem ? t[said] : ''}
      </p>
      <SubmitButton label={t.send} busyLabel={t.busy} busy={busy} />
    </form>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import type { ConsoleMe } from '#shared/console.ts'
import { postJson } from '#console/client/ask.ts'
import { ConsoleError } from '#console/client/console-error.ts'
import { useSpoken } from '#console/client/language.ts'
import { meQuery } from '#console/client/session.ts'
import { Dialog } from '#console/frame/dialog.tsx'
import { FieldError } from '#console/frame/note.tsx'
import en from '#console/text/en/dialogs.ts'
import zh from '#console/text/zh-CN/dialogs.ts'
import { PasskeyButton } from './passkey-button.tsx'

const texts = { en: en.factor, 'zh-CN': zh.factor }

export default function FactorDialog({ onGiven, onClose }: { onGiven: () => void; onClose: () => void }) {
  const { t, language } = useSpoken()
  const words = texts[language]
  const queries = useQueryClient()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => input.current?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const code = input.current?.value.trim() ?? ''
    if (code === '') return setError(words.missing)
    setBusy(true)
    try {
      queries.setQueryData(meQuery.queryKey, (await postJson('factor', { code })) as ConsoleMe)
      onGiven()
    } catch (refused) {
      if (!(refused instanceof ConsoleError)) throw refused
      setError(refused.message || t.offline)
      setBusy(false)
      input.current?.select()
    }
  }
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p className="dim">{words.text}</p>
      <form className="form" noValidate method="post" onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor={id}>{words.code}</label>
          <input
            id={id}
            ref={input}
            className="in-t"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
          {error && <FieldError id={`${id}-error`} text={error} />}
        </div>
        <div className="bar">
          <button type="submit" className="btn" disabled={busy}>
            {words.go}
          </button>
          <PasskeyButton path="factor" onGiven={onGiven} />
          <button type="button" className="btn q" onClick={onClose}>
            {t.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

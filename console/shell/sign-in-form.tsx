import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { ConsoleMe } from '#shared/console.ts'
import { postJson } from '#console/client/ask.ts'
import { ConsoleError } from '#console/client/console-error.ts'
import { useSpoken } from '#console/client/language.ts'
import { storeSession } from '#console/client/session.ts'
import { FieldError, Note } from '#console/frame/note.tsx'
import { Mark } from '#ui/mark.tsx'
import { useTitle } from '#console/frame/head.tsx'
import { LanguageSwitch } from './header.tsx'

export type DoorField = {
  readonly name: string
  readonly label: string
  readonly missing: string
  readonly type?: 'password'
  readonly complete: string
  readonly digits?: true
}
type Props = {
  readonly title: string
  readonly text?: string
  readonly fields: readonly DoorField[]
  readonly go: string
  readonly path: 'sign-in' | 'invitation/accept'
  /** Values that are sent in addition to the fields of the form. */
  readonly also?: Readonly<Record<string, string>>
  readonly before?: Readonly<Record<string, ReactNode>>
  readonly onEntered?: () => void
  readonly check?: (values: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
  readonly other?: ReactNode
  readonly children?: ReactNode
}

const sent = ({ again: _again, ...values }: Readonly<Record<string, string>>) => values

export function SignInForm({ title, text, fields, go, path, also, before, check, other, onEntered, children }: Props) {
  const { t } = useSpoken()
  useTitle(title)
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [
        name,
        typeof value === 'string' ? value.trim() : '',
      ]),
    )
    const missing = fields.filter(({ name }) => !values[name]).map(({ name, missing: words }) => [name, words] as const)
    const wrong = missing.length > 0 ? Object.fromEntries(missing) : (check?.(values) ?? {})
    setErrors(wrong)
    setRefusal(null)
    const [first] = Object.keys(wrong)
    if (first !== undefined) return form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    setBusy(true)
    try {
      storeSession(queries, (await postJson(path, { ...sent(values), ...also })) as ConsoleMe)
      onEntered?.()
    } catch (error) {
      if (!(error instanceof ConsoleError)) throw error
      setRefusal(error.message || t.offline)
    } finally {
      setBusy(false)
    }
  }
  return (
    <main className="door" id="main">
      <div className="panel">
        <form ref={form} noValidate method="post" onSubmit={(event) => void submit(event)}>
          <div className="logo">
            <Mark />
            <h1>{title}</h1>
          </div>
          {text && <p className="dim">{text}</p>}
          {refusal && (
            <Note kind="stop" alert>
              {refusal}
            </Note>
          )}
          {fields.map((field) => (
            <Fragment key={field.name}>
              {before?.[field.name]}
              <DoorInput {...field} error={errors[field.name]} />
            </Fragment>
          ))}
          <button type="submit" className="btn" disabled={busy}>
            {go}
          </button>
          {other}
        </form>
        <footer>
          <span className="grow">{children}</span>
          <LanguageSwitch />
        </footer>
      </div>
    </main>
  )
}

function DoorInput({ name, label, type, complete, digits, error }: DoorField & { error: string | undefined }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        className="in-t"
        type={type ?? 'text'}
        autoComplete={complete}
        autoCapitalize="none"
        spellCheck={false}
        inputMode={digits && 'numeric'}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error && <FieldError id={`${id}-error`} text={error} />}
    </div>
  )
}

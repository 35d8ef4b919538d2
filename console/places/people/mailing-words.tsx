import { useRef, type ReactNode } from 'react'
import type { Language } from '#shared/language.ts'
import { useSpoken } from '#console/client/language.ts'
import { formatRefusal } from '#console/client/console-error.ts'
import { useQuickAction } from '#console/client/use-quick-action.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { FormField } from '#console/act/form-field.tsx'
import { FieldError, Note } from '#console/frame/note.tsx'
import type { MailingsText } from '#console/text/en/places/mailings.ts'
import { wordNames, wordsOf, type MailingDraft, type MailingField } from './mailing-drafts.ts'
import type { MailingInput } from './use-mailing-input.ts'

type Props = {
  readonly t: MailingsText
  readonly draft: MailingDraft
  readonly input: MailingInput
  readonly set: (field: MailingField, value: string) => void
  readonly onMissing: () => void
  readonly onTested: (language: Language, words: string) => void
}
type End = 'En' | 'Zh'
const languageOf = (end: End): Language => (end === 'En' ? 'en' : 'zh-CN')
const most = { subject: 120, heading: 160, body: 10_000, button: 60 } as const

export function MailingWords({ t, draft, input, set, onMissing, onTested }: Props) {
  const { t: shell } = useSpoken()
  const { action, field } = useVocabulary()
  const box = useRef<HTMLElement>(null)
  const test = useQuickAction('mailings.test')
  const words = wordsOf(draft.values)
  const mail = async (language: Language) => {
    const [first] = wordNames.filter((name) => input.wrong[name] !== undefined)
    if (first) {
      onMissing()
      box.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
      return
    }
    const { name: _name, segment: _segment, sendAt: _at, perMinute: _rate, ...said } = input.sent
    if (await test.press({ inLanguage: language, ...said })) onTested(language, words)
  }
  const asked = (name: 'name' | 'page') => (
    <FormField
      name={name}
      shape={action('mailings.send').input.properties?.[name] ?? {}}
      required
      isRead={false}
      value={draft.values[name] ?? ''}
      error={input.errors[name]}
      onChange={(value) => set(name, typeof value === 'string' ? value : '')}
    />
  )
  const sent = (['en', 'zh-CN'] as const).filter((language) => draft.tested[language] !== undefined)
  const isCurrent = sent.every((language) => draft.tested[language] === words)
  return (
    <section className="panel" aria-label={t.both} ref={box}>
      <div className="in shared">{asked('name')}</div>
      <div className="sides">
        {(['En', 'Zh'] as const).map((end) => (
          <section key={end} aria-label={end === 'En' ? 'English' : '中文'}>
            <header>
              <h2 lang={languageOf(end)}>{end === 'En' ? 'English' : '中文'}</h2>
              <button
                type="button"
                className="lnk r"
                data-act="mailings.test"
                disabled={test.busy}
                onClick={() => void mail(languageOf(end))}
                aria-label={t.ofLanguage(t.test, end === 'En' ? 'English' : '中文')}
              >
                {test.busy ? t.testing : t.test}
              </button>
            </header>
            <Side t={t} draft={draft} input={input} set={set} end={end} />
          </section>
        ))}
      </div>
      <div className="in shared">{asked('page')}</div>
      <footer role="status">
        {test.refused ? (
          <Note kind="stop">{formatRefusal(test.refused, shell, field)}</Note>
        ) : sent.length === 0 ? (
          t.bodyHint
        ) : isCurrent ? (
          `${t.tested} (${sent.map((each) => (each === 'en' ? 'English' : '中文')).join(', ')})`
        ) : (
          t.testedBefore
        )}
      </footer>
    </section>
  )
}

type SideProps = Pick<Props, 't' | 'draft' | 'input' | 'set'> & { readonly end: End }

function Side({ t, draft, input, set, end }: SideProps) {
  const field = (kind: keyof typeof most, render: (wiring: Wiring) => ReactNode) => {
    const name = `${kind}${end}` as const
    const error = input.errors[name]
    const wiring: Wiring = {
      id: name,
      name,
      lang: languageOf(end),
      value: draft.values[name] ?? '',
      maxLength: most[kind],
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error ? `${name}-error` : undefined,
      onChange: ({ target }) => set(name, target.value),
    }
    return (
      <div className="field">
        <label htmlFor={name}>{t.fields[kind]}</label>
        {render(wiring)}
        {error && <FieldError id={`${name}-error`} text={error} />}
      </div>
    )
  }
  const line = (wiring: Wiring) => <input className="in-t" autoComplete="off" {...wiring} />
  return (
    <>
      {field('subject', line)}
      {field('heading', line)}
      {field('body', (wiring) => (
        <textarea className="in-t body" {...wiring} />
      ))}
      {field('button', line)}
    </>
  )
}

type Wiring = {
  readonly id: string
  readonly name: string
  readonly lang: Language
  readonly value: string
  readonly maxLength: number
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void
}

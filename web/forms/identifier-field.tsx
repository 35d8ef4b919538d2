import { Suspense } from 'react'
import { lazySection } from '#web/display/lazy-part.tsx'
import type { IdentifierKind } from '#shared/account-rules.ts'
import type { Language } from '#shared/language.ts'
import type { PhoneValue } from '#ui/phone-number.ts'
import { TextField } from '#ui/text-field.tsx'
import type { FieldTexts } from '#text/en/site/fields.ts'

const PhoneField = lazySection(async () => ({ default: (await import('#ui/phone-field.tsx')).PhoneField }))

export type TypedIdentifier = { readonly text?: string; readonly phone?: PhoneValue }
type Props = {
  readonly kind: IdentifierKind
  readonly words: FieldTexts
  readonly language: Language
  readonly error: string | undefined
  readonly typed?: TypedIdentifier | undefined
  readonly isNew?: boolean
  readonly autoComplete?: string | undefined
}

export function IdentifierField({ kind, words, language, error, typed, isNew, autoComplete }: Props) {
  if (kind === 'phone') {
    return (
      <Suspense fallback={<TextField label={words.phone} type="tel" disabled hint={words.phoneHint} />}>
        <PhoneField words={words} language={language} error={error} initial={typed?.phone} />
      </Suspense>
    )
  }
  const email = kind === 'email'
  return (
    <TextField
      key={kind}
      label={email ? words.email : words.accountName}
      name="identifier"
      type={email ? 'email' : 'text'}
      inputMode={email ? 'email' : undefined}
      autoComplete={autoComplete ?? (email ? 'email' : 'username')}
      defaultValue={typed?.text}
      hint={isNew && !email ? words.accountNameHint : undefined}
      error={error}
    />
  )
}

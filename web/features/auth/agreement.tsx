import '#ui/check.css'
import { useId } from 'react'
import { FieldError } from '#ui/field-error.tsx'
import type { AuthTexts } from '#web/text/en/auth.ts'
import styles from './auth.module.css'

type Props = { readonly t: AuthTexts; readonly base: string; readonly error: string | undefined }

/** The one box that must be ticked, with the two texts that it is about. */
export function Agreement({ t, base, error }: Props) {
  const id = useId()
  return (
    <div className={styles.agree}>
      <label className={error ? 'check bad' : 'check'}>
        <input
          type="checkbox"
          name="agreed"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span>
          {t.agreeBefore}
          <a href={`${base}/clause/terms`}>{t.agreeTerms}</a>
          {t.agreeBetween}
          <a href={`${base}/clause/privacy`}>{t.agreePrivacy}</a>
          {t.agreeAfter}
        </span>
      </label>
      {error && <FieldError id={id} text={error} />}
    </div>
  )
}

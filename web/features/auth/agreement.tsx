import '#ui/check.css'
import { useEffect, useId, useRef, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { FieldError } from '#ui/field-error.tsx'
import { autoTickGuardMs, findAgreementTime } from '#web/client/agreement-memory.ts'
import { displayDate } from '#web/display/display-date.ts'
import type { AuthTexts } from '#text/en/site/auth.ts'
import styles from './auth.module.css'

type Props = {
  readonly t: AuthTexts
  readonly language: Language
  readonly base: string
  readonly error: string | undefined
  /** Versions of both legal texts. The box is ticked automatically only if this browser agreed to the same versions. */
  readonly versions?: string
}

export function Agreement({ t, language, base, error, versions }: Props) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const tickedAt = useRef(-Infinity)
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => {
    const known = versions === undefined ? null : findAgreementTime(versions)
    if (known === null || !box.current || box.current.checked) return
    box.current.checked = true
    tickedAt.current = performance.now()
    setSince(known)
  }, [versions])
  return (
    <div className={styles.agree}>
      <label className={error ? 'check bad' : 'check'}>
        <input
          ref={box}
          type="checkbox"
          name="agreed"
          onClick={(event) => {
            // Ignores a click right after the automatic tick: the user aimed at the empty box, and the click must not
            // untick it.
            if (performance.now() - tickedAt.current < autoTickGuardMs) event.preventDefault()
          }}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span>
          {t.agreeBefore}
          <a href={`${base}/clause/terms`}>{t.agreeTerms}</a>
          {t.agreeBetween}
          <a href={`${base}/clause/privacy`}>{t.agreePrivacy}</a>
          {t.agreeAfter}
          {since !== null && <span className="dim small"> {t.agreedOn(displayDate(since, language))}</span>}
        </span>
      </label>
      {error && <FieldError id={id} text={error} />}
    </div>
  )
}

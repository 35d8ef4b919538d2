import { useEffect, useRef } from 'react'
import { CopyField } from '#ui/copy-field.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { saveFile } from '#ui/save-file.ts'
import type { AuthTexts } from '#text/en/site/auth.ts'
import type { SignInTexts } from '#text/en/site/sign-in.ts'
import styles from './sign-in-sheet.module.css'

type Props = {
  readonly t: AuthTexts
  readonly words: SignInTexts
  readonly name: string
  readonly password: string
  readonly isOwn: boolean
  readonly error: string | undefined
  readonly onOwn: () => void
}

export function KeepPassword({ t, words, name, password, isOwn, error, onOwn }: Props) {
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOwn) own.current?.querySelector('input')?.focus()
  }, [isOwn])
  if (isOwn)
    return (
      <div ref={own}>
        <PasswordField words={t.fields} label={t.password} isNew error={error} />
      </div>
    )
  return (
    <div className={styles.kept}>
      <small>{words.keepPassword}</small>
      <input hidden readOnly type="password" name="made" autoComplete="new-password" value={password} />
      <CopyField value={password} label={words.copyPassword} copy={words.copy} copied={words.copied} />
      <span className={styles.ways}>
        <button
          type="button"
          className="link small"
          onClick={() => saveFile(words.fileName, words.file(location.origin, name, password), 'text/plain')}
        >
          {words.saveFile}
        </button>
        <button type="button" className="link small" onClick={onOwn}>
          {words.ownPassword}
        </button>
      </span>
    </div>
  )
}

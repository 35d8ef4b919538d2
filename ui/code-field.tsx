import { useEffect, useRef, useState } from 'react'
import { TextField } from './text-field.tsx'
import styles from './code-field.module.css'

type CodeWords = {
  readonly code: string
  readonly codeHint: string
  readonly sendCode: string
  readonly resendCode: string
  /** Returns the label of the button, called every second of the countdown: "Resend in 42 s". */
  readonly resendIn: (seconds: number | string) => string
  readonly codeSent: string
}
type Props = {
  readonly words: CodeWords
  readonly error?: string | undefined
  /** Sends a verification code. Resolves with the seconds until the next one can be sent; null if none was sent. */
  readonly onSend: () => Promise<number | null>
  /** Seconds until the next code can be sent, if one was sent just before this field appeared. */
  readonly sentFor?: number
}

/** Input for a six-digit verification code, with its send button. A single field, so that paste and autofill work. */
export function CodeField({ words, error, onSend, sentFor = 0 }: Props) {
  const field = useRef<HTMLDivElement>(null)
  const sending = useRef(false)
  const [endsAt, setEndsAt] = useState(() => (sentFor > 0 ? performance.now() + sentFor * 1000 : null))
  const [left, setLeft] = useState(sentFor)
  const [sent, setSent] = useState(sentFor > 0)
  const counting = left > 0
  useEffect(() => {
    if (endsAt === null) return
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000))
      setLeft(seconds)
      if (seconds === 0) setEndsAt(null)
    }, 1000)
    return () => clearInterval(timer)
  }, [endsAt])

  async function send() {
    if (sending.current || counting) return
    sending.current = true
    const seconds = await onSend()
    sending.current = false
    if (seconds === null) return
    setSent(true)
    setLeft(seconds)
    setEndsAt(performance.now() + seconds * 1000)
    field.current?.querySelector('input')?.focus()
  }

  return (
    <div ref={field} className={styles.code}>
      <TextField
        label={words.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
        hint={sent ? words.codeSent : words.codeHint}
        error={error}
        action={
          <button type="button" className="ib" aria-disabled={counting || undefined} onClick={() => void send()}>
            {counting ? words.resendIn(left) : sent ? words.resendCode : words.sendCode}
          </button>
        }
      />
      <p className="vh" role="status">
        {sent ? words.codeSent : ''}
      </p>
    </div>
  )
}

import { TextField } from '#ui/text-field.tsx'
import type { Problem } from '#web/lib/use-sending.ts'

type Props = {
  readonly words: {
    readonly authenticatorCode: string
    readonly recoveryCode: string
    readonly recoveryCodeHint: string
  }
  /** A recovery code in place of one from the app. */
  readonly byRecovery: boolean
  readonly problem: Problem | null
}

/** The second factor: a field named `code`, or `recoveryCode`, as the calls take it. */
export const FactorField = ({ words, byRecovery, problem }: Props) =>
  byRecovery ? (
    <TextField
      key="recovery"
      label={words.recoveryCode}
      name="recoveryCode"
      autoComplete="off"
      hint={words.recoveryCodeHint}
      error={problem?.fields.recoveryCode}
    />
  ) : (
    <TextField
      key="app"
      label={words.authenticatorCode}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      error={problem?.fields.code}
    />
  )

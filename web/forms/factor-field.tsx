import { TextField } from '#ui/text-field.tsx'
import type { Problem } from '#web/forms/use-sending.ts'

type Props = {
  readonly words: {
    readonly authenticatorCode: string
    readonly recoveryCode: string
    readonly recoveryCodeHint: string
  }
  readonly byRecovery: boolean
  readonly problem: Problem | null
  readonly codeName?: string
}

/**
 * Field for the second factor: a code of the app, named `code` unless `codeName` says otherwise, or a recovery code,
 * named `recoveryCode`.
 */
export const FactorField = ({ words, byRecovery, problem, codeName = 'code' }: Props) =>
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
      name={codeName}
      inputMode="numeric"
      autoComplete="one-time-code"
      error={problem?.fields[codeName]}
    />
  )

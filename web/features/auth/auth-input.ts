import { checkCode, checkNewPassword, type IdentifierKind } from '#shared/account-rules.ts'
import type { FieldError } from '#shared/field-errors.ts'
import { checkIdentifierInput, formText, readIdentifierInput } from '#web/forms/identifier-input.ts'

export type AuthMode = 'login' | 'register'
type AuthField = 'identifier' | 'code' | 'password' | 'inviteCode' | 'agreed'
export type AuthInput = {
  readonly kind: IdentifierKind
  readonly identifier: string
  readonly code: string
  readonly password: string
  readonly inviteCode: string
  readonly agreed: boolean
}

export async function readAuthInput(form: HTMLFormElement, kind: IdentifierKind): Promise<AuthInput> {
  const data = new FormData(form)
  return {
    kind,
    identifier: await readIdentifierInput(data, kind),
    code: formText(data, 'code'),
    password: formText(data, 'password'),
    inviteCode: formText(data, 'inviteCode').trim(),
    agreed: data.has('agreed'),
  }
}

/**
 * Validates each field of the form except the invite code. A login does not apply the rules for new passwords, because
 * existing ones may predate them. `password` is null when a passkey is used instead.
 */
export function checkAuthInput(
  mode: AuthMode,
  { kind, identifier, code, password, agreed }: Omit<AuthInput, 'password'> & { readonly password: string | null },
): Partial<Record<AuthField, FieldError>> {
  const registers = mode === 'register'
  const checks: Record<Exclude<AuthField, 'inviteCode'>, FieldError | null> = {
    identifier: checkIdentifierInput(kind, identifier),
    code: registers && kind !== 'account_name' ? checkCode(code) : null,
    password: checkPassword(password, registers),
    agreed: agreed ? null : 'AgreementRequired',
  }
  return Object.fromEntries(Object.entries(checks).filter(([, error]) => error !== null))
}

function checkPassword(password: string | null, isNew: boolean): FieldError | null {
  if (password === null) return null
  if (isNew) return checkNewPassword(password)
  return password === '' ? 'PasswordRequired' : null
}

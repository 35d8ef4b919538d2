import type { IdentifierKind } from '#shared/account-rules.ts'

const kinds: readonly IdentifierKind[] = ['account_name', 'email', 'phone']

/**
 * Masks an account name, email address or phone number (`a***e`, `j***`, `***42`), so that friends recognise each other
 * and strangers learn little.
 */
export function maskName(value: string): string {
  if (/^\+[0-9]+$/.test(value)) return `***${value.slice(-2)}`
  const isAddress = value.includes('@')
  const letters = [...(isAddress ? (value.split('@', 1)[0] ?? '') : value)]
  const first = letters[0] ?? ''
  return !isAddress && letters.length >= 4 ? `${first}***${letters.at(-1)}` : `${first}***`
}

export function maskedNameOf(identifiers: readonly { kind: IdentifierKind; value: string }[]): string {
  for (const kind of kinds) {
    const found = identifiers.find((identifier) => identifier.kind === kind)
    if (found) return maskName(found.value)
  }
  return '***'
}

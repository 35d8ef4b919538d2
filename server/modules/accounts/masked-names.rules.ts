import type { IdentifierKind } from '#shared/account-rules.ts'

/** In order of preference. */
const kinds: readonly IdentifierKind[] = ['account_name', 'email', 'phone']

/** Masks a name so that friends recognise each other and others learn little: `a***e`, `j***`, `***42`. */
export function maskName(kind: IdentifierKind, value: string): string {
  const letters = [...(kind === 'email' ? (value.split('@', 1)[0] ?? '') : value)]
  if (kind === 'phone') return `***${letters.slice(-2).join('')}`
  const first = letters[0] ?? ''
  return kind === 'account_name' && letters.length >= 4 ? `${first}***${letters.at(-1)}` : `${first}***`
}

/** Masked name of a user; only stars for an erased account. */
export function maskedNameOf(identifiers: readonly { kind: IdentifierKind; value: string }[]): string {
  for (const kind of kinds) {
    const found = identifiers.find((identifier) => identifier.kind === kind)
    if (found) return maskName(kind, found.value)
  }
  return '***'
}

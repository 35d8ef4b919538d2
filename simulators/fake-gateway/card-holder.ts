import { createHash } from 'node:crypto'

/** Fictional payer, derived from the payment's number, with the data that gateways report. */
type CardHolder = {
  readonly name: string
  readonly email: string
  readonly maskedEmail: string
  readonly phone: string
  readonly street: string
  readonly city: string
  readonly postalCode: string
  readonly maskedAccount: string
  readonly openId: string
}

export function cardHolderOf(txn: string): CardHolder {
  const hash = createHash('sha256').update(`card holder ${txn}`).digest()
  const letters = (from: number, count: number) =>
    [...hash.subarray(from, from + count)].map((byte) => String.fromCodePoint(97 + (byte % 26))).join('')
  const digits = (from: number, count: number) =>
    [...hash.subarray(from, from + count)].map((byte) => String(byte % 10)).join('')
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  const [given, family, host] = [letters(0, 7), letters(7, 8), letters(15, 6)]
  return {
    name: `${capital(given)} ${capital(family)}`,
    email: `${given}.${family}@${host}.example.org`,
    maskedEmail: `${given.slice(0, 3)}***@${host}.example.org`,
    phone: `+86138${digits(0, 8)}`,
    street: `${1 + (hash[21] ?? 0)} ${capital(letters(22, 9))} Road`,
    city: capital(letters(13, 8)),
    postalCode: digits(8, 6),
    maskedAccount: `622848******${digits(14, 4)}`,
    openId: `oUpF8uMuAJO_${hash.toString('base64url').slice(0, 16)}`,
  }
}

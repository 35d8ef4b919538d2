/**
 * Proof behind a new session. Every path that creates a session states it, because checks for a fresh proof of identity
 * use `sessions.proved_at` and never the age of a session. docs/security.md lists the paths.
 *
 * - `proof`: a password, passkey, verification code or second factor was just given, or at `provedAt`; or the account
 *   is new.
 * - `device_secret`: the app presented its stored secret automatically, so nobody has proved anything.
 * - `session`: another session of the account replaces the proof. The new one inherits its proof and expiry, and ends
 *   with it.
 */
export type SessionOrigin =
  | { readonly from: 'proof'; readonly provedAt?: Date }
  | { readonly from: 'device_secret' }
  | { readonly from: 'session'; readonly sessionId: string }

/**
 * Columns of a new session row: `provedAt` is when the person last gave a password, passkey or code, `openedFrom` the
 * session that opened this one. `isNow`: the database writes its current time as `proved_at`.
 */
export const originColumns = (
  origin: SessionOrigin,
): { readonly isNow: boolean; readonly provedAt: Date | null; readonly openedFrom: string | null } => ({
  isNow: origin.from === 'proof' && origin.provedAt === undefined,
  provedAt: origin.from === 'proof' ? (origin.provedAt ?? null) : null,
  openedFrom: origin.from === 'session' ? origin.sessionId : null,
})

export function originOfColumns(row: { provedAt: Date | null; openedFrom: string | null }): SessionOrigin {
  if (row.openedFrom !== null) return { from: 'session', sessionId: row.openedFrom }
  return row.provedAt === null ? { from: 'device_secret' } : { from: 'proof', provedAt: row.provedAt }
}

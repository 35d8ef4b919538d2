/**
 * What a new session rests on. Each path that creates a session states it, because guards that ask for a fresh proof of
 * identity read what follows from it (`sessions.proved_at`) and never the age of a session. docs/security.md lists the paths.
 *
 * - `proof`: a password, passkey, sent code or second factor was just given, or at `provedAt`; or the account is new.
 * - `device_secret`: the app presented its stored secret by itself, so nobody has proved anything.
 * - `session`: another session of the account stands in for a proof. The new one takes over its proof and its end, and ends
 *   with it.
 */
export type SessionOrigin =
  | { readonly from: 'proof'; readonly provedAt?: Date }
  | { readonly from: 'device_secret' }
  | { readonly from: 'session'; readonly sessionId: string }

/** The columns `proved_at` and `opened_from` of a row that is written now; `isNow` stands for the database's time. */
export const originColumns = (
  origin: SessionOrigin,
): { readonly isNow: boolean; readonly provedAt: Date | null; readonly openedFrom: string | null } => ({
  isNow: origin.from === 'proof' && origin.provedAt === undefined,
  provedAt: origin.from === 'proof' ? (origin.provedAt ?? null) : null,
  openedFrom: origin.from === 'session' ? origin.sessionId : null,
})

/** The origin that such a row was written for. */
export function originOfColumns(row: { provedAt: Date | null; openedFrom: string | null }): SessionOrigin {
  if (row.openedFrom !== null) return { from: 'session', sessionId: row.openedFrom }
  return row.provedAt === null ? { from: 'device_secret' } : { from: 'proof', provedAt: row.provedAt }
}

import { createKeyring } from '#server/platform/keyring.ts'
import type { SecretKeys } from '#server/platform/secret-keys.ts'

/**
 * Encrypted storage of notifications, so that a database dump does not reveal payers. `id`: id of the event, bound to
 * its content.
 */
export type NotificationVault = {
  seal(id: string, raw: Uint8Array): Buffer
  open(id: string, sealed: Uint8Array): Buffer
}

export const eventPurpose = (id: string): string => `provider event ${id}`

/** Preserves bytes exactly, whatever their encoding. */
export function createNotificationVault(secretKey: SecretKeys): NotificationVault {
  const keyring = createKeyring(secretKey)
  return {
    seal: (id, raw) => keyring.seal(eventPurpose(id), Buffer.from(raw).toString('latin1')),
    open: (id, sealed) => Buffer.from(keyring.open(eventPurpose(id), sealed), 'latin1'),
  }
}

/** Stores nothing without a key, rather than in clear. */
export const closedVault: NotificationVault = {
  seal: () => {
    throw new Error('no key to seal a notification with')
  },
  open: () => {
    throw new Error('no key to open a notification with')
  },
}

import { createKeyring } from '#server/platform/keyring.ts'
import type { SecretKeys } from '#server/platform/secret-keys.ts'

/**
 * Encrypted storage of provider notifications, so that a database dump does not reveal payers. `id` is the id of the
 * event; a body can only be decrypted with the id it was encrypted with.
 */
export type NotificationVault = {
  seal(id: string, raw: Uint8Array): Buffer
  open(id: string, sealed: Uint8Array): Buffer
}

export const eventPurpose = (id: string): string => `provider event ${id}`

/** Encodes the body as Latin-1, which preserves every byte. */
export function createNotificationVault(secretKey: SecretKeys): NotificationVault {
  const keyring = createKeyring(secretKey)
  return {
    seal: (id, raw) => keyring.seal(eventPurpose(id), Buffer.from(raw).toString('latin1')),
    open: (id, sealed) => Buffer.from(keyring.open(eventPurpose(id), sealed), 'latin1'),
  }
}

/** Vault for deployments without a key: it throws instead of storing notifications in clear text. */
export const closedVault: NotificationVault = {
  seal: () => {
    throw new Error('no key to seal a notification with')
  },
  open: () => {
    throw new Error('no key to open a notification with')
  },
}

import { createKeyring } from '#server/platform/keyring.ts'

/** Keeps what providers sent so that a copy of the database does not tell who paid. `id`: of the event; one opens no other's. */
export type NotificationVault = {
  seal(id: string, raw: Uint8Array): Buffer
  open(id: string, sealed: Uint8Array): Buffer
}

/** `secretKey`: 32 bytes, the deployment's own. Bytes come out as they went in, whatever their encoding. */
export function createNotificationVault(secretKey: Uint8Array): NotificationVault {
  const keyring = createKeyring(secretKey)
  const purposeOf = (id: string) => `provider event ${id}`
  return {
    seal: (id, raw) => keyring.seal(purposeOf(id), Buffer.from(raw).toString('latin1')),
    open: (id, sealed) => Buffer.from(keyring.open(purposeOf(id), sealed), 'latin1'),
  }
}

/** Without a key nothing is kept, rather than in clear. */
export const closedVault: NotificationVault = {
  seal: () => {
    throw new Error('no key to seal a notification with')
  },
  open: () => {
    throw new Error('no key to open a notification with')
  },
}

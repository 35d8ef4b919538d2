import { createPanels, type Panels, type PanelsOptions } from '#server/modules/tunnels/panels/create-panels.ts'
import type { Database } from '#server/platform/database.ts'
import { createKeyedDigest, type KeyedDigest } from '#server/platform/keyed-digest.ts'
import { createKeyring, type Keyring } from '#server/platform/keyring.ts'
import type { Log } from '#server/platform/log.ts'
import type { SecretKeys } from '#server/platform/secret-keys.ts'

export type PanelDeps = {
  readonly database: Database
  readonly log: Log
  /** Key for the pseudonyms of users at VPN panels. */
  readonly digest: KeyedDigest
  readonly keyring: Keyring
  readonly panels: Panels
}

export const createPanelDeps = (
  secretKey: SecretKeys,
  database: Database,
  log: Log,
  options: PanelsOptions = {},
): PanelDeps => {
  const keyring = createKeyring(secretKey)
  return { database, log, keyring, digest: createKeyedDigest(secretKey), panels: createPanels(keyring, options) }
}

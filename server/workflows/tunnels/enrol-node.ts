import { programConfig } from '#server/modules/tunnels/node-install.ts'
import { enrolNode as enrolling } from '#server/modules/tunnels/nodes.service.ts'
import type { Database } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'

type Deps = { readonly database: Database; readonly keyring: Keyring; readonly publicOrigin: string }

/**
 * Answers the one-line install command of a node with the configuration of its program. Null if the command's token is
 * not open, the node is switched off, or the caller's address is not allowed.
 */
export async function enrolNode(
  { database, keyring, publicOrigin }: Deps,
  install: string,
  address: string,
): Promise<Record<string, unknown> | null> {
  const enrolled = await database.transaction((tx) => enrolling(tx, keyring, install, address))
  return enrolled && programConfig(enrolled, publicOrigin)
}

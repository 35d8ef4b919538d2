import { openSettings, sealSettings } from '#server/modules/tunnels/panels/create-panels.ts'
import { findProvider } from '#server/modules/tunnels/panels/providers.queries.ts'
import { setProvider } from '#server/modules/tunnels/panels/providers.service.ts'
import type { Database } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { demoPanel } from '../panels/demo-panel.ts'
import type { SecretKeys } from '#server/platform/secret-keys.ts'

const id = 'demo-panel'

/** Registers the simulated VPN panel. Updates it only if the simulator's port has changed. */
export async function seedDemoPanel(database: Database, secretKey: SecretKeys, simulatorPort: number): Promise<void> {
  const keyring = createKeyring(secretKey)
  const url = `http://localhost:${simulatorPort}${demoPanel.prefix}`
  await database.transaction(async (tx) => {
    const known = await findProvider(tx, id)
    if (known && openSettings(keyring, id, known.settings).url === url) return
    const settings = sealSettings(keyring, id, {
      kind: 'remnawave',
      url,
      token: demoPanel.token,
      squads: [demoPanel.squad],
    })
    await setProvider(tx, { id, kind: 'remnawave', serves: ['trial', 'paid'], settings, feedTokenDigest: null })
  })
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PanelDeps } from '#server/deps/panel-deps.ts'
import { openSettings } from '#server/modules/tunnels/panels/create-panels.ts'
import { markLook } from '#server/modules/tunnels/panels/marks.queries.ts'
import { findProvider } from '#server/modules/tunnels/panels/providers.queries.ts'
import { readPanelMessage } from '#server/modules/tunnels/panels/read-panel-message.ts'

type Message = { readonly provider: string; readonly raw: Uint8Array; readonly signature: string }

/**
 * Handles a webhook of a VPN panel: queues a check of the user, because the content is not trusted. Returns false if
 * the panel is unknown or has no webhook secret, or if the signature is missing or invalid.
 */
export async function receivePanelMessage(
  { database, keyring }: PanelDeps,
  { provider, raw, signature }: Message,
): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/i.test(signature) || !/^[a-z][a-z0-9-]{0,30}$/.test(provider)) return false
  const row = await findProvider(database, provider)
  const settings = row && openSettings(keyring, row.id, row.settings)
  if (settings?.kind !== 'remnawave' || settings.webhookSecret === undefined) return false
  const wanted = createHmac('sha256', settings.webhookSecret).update(raw).digest()
  if (!timingSafeEqual(wanted, Buffer.from(signature, 'hex'))) return false
  const message = readPanelMessage(raw)
  if (message) await markLook(database, provider, message.subject, message.saidAt)
  return true
}

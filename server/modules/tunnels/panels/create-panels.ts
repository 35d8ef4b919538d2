import type { Keyring } from '#server/platform/keyring.ts'
import { guardPanel, type PanelGuard } from './guard-panel.ts'
import { createMarzban } from './marzban.ts'
import { PanelAway, PanelRefused, type ProviderKind, type TunnelProvider } from './port.ts'
import type { ProviderSettings } from './provider-settings.ts'
import { createRemnawave } from './remnawave.ts'
import { createWebhook } from './webhook.ts'

export function createProvider(settings: ProviderSettings, options: { timeout?: number } = {}): TunnelProvider {
  if (settings.kind === 'remnawave') return createRemnawave(settings, options)
  if (settings.kind === 'marzban') return createMarzban(settings, options)
  return createWebhook(settings, options)
}

export const providerPurpose = (id: string) => `tunnel provider ${id}`
export const sealSettings = (keyring: Keyring, id: string, settings: ProviderSettings): Buffer =>
  keyring.seal(providerPurpose(id), JSON.stringify(settings))
export const openSettings = (keyring: Keyring, id: string, sealed: Uint8Array): ProviderSettings =>
  JSON.parse(keyring.open(providerPurpose(id), sealed)) as ProviderSettings

export type Panel = {
  readonly provider: TunnelProvider
  readonly guard: PanelGuard
  /**
   * Opens tunnel providers (VPN panels and webhook receivers) with their current settings, and keeps the circuit
   * breakers of each.
   */
  readonly links: PanelGuard
}
type Sealed = {
  readonly id: string
  readonly kind: ProviderKind
  readonly revision: number
  readonly settings: Uint8Array
}
/**
 * Opens tunnel providers (VPN panels and webhook receivers) with their current settings, and keeps one circuit breaker
 * for each.
 */
export type Panels = { readonly open: (row: Sealed) => Panel }

export type PanelsOptions = {
  readonly pauseMs?: number
  readonly timeout?: number
  readonly create?: typeof createProvider
}

export function createPanels(
  keyring: Keyring,
  { pauseMs, timeout, create = createProvider }: PanelsOptions = {},
): Panels {
  const known = new Map<string, Panel & { revision: number; settings: Uint8Array }>()
  return {
    open({ id, revision, settings }) {
      const before = known.get(id)
      // Compares the settings as well, because a provider that was removed and added again starts at revision 1.
      if (before?.revision === revision && Buffer.compare(before.settings, settings) === 0) return before
      const provider = create(openSettings(keyring, id, settings), timeout === undefined ? {} : { timeout })
      const panel = { provider, guard: guardPanel(pauseMs), links: guardPanel(pauseMs), revision, settings }
      known.set(id, panel)
      return panel
    },
  }
}

/** Treats any unexpected error of a panel's adapter like an answer in an unknown form. */
export const asPanelFault = (error: unknown): PanelAway | PanelRefused =>
  error instanceof PanelAway || error instanceof PanelRefused
    ? error
    : new PanelRefused('its answer has another shape than any that is known')

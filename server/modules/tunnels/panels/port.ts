import type { DeliveredTerms } from './delivered-terms.rules.ts'
import type { Sentence } from '#shared/sentence.ts'
import { sentence } from '#text/sentence.ts'

const providerKinds = ['remnawave', 'marzban', 'webhook'] as const
export type ProviderKind = (typeof providerKinds)[number]

/** State of a person at a tunnel provider. `validUntil` is null if there is no end or the provider stores none. */
export type Seen = {
  readonly subject: string
  readonly externalId: string
  readonly isOpen: boolean
  readonly validUntil: Date | null
  /** Device limit of the person at the provider. Null if the provider has no such limit. */
  readonly maxDevices: number | null
  /** Total bytes of the person as counted by the provider. Null if the provider does not count. */
  readonly usedBytes: number | null
}
export type Usage = { readonly subject: string; readonly usedBytes: number }

export type AppHeaders = Readonly<Record<string, string>>
export type LinkBody = {
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * External provider of tunnels: a panel or a webhook receiver. All calls are idempotent and may come in any order. They
 * throw only `PanelAway` and `PanelRefused`.
 */
export type TunnelProvider = {
  /** Sends a person's state to the provider. An erased person is deleted, and the deletion is verified. */
  apply(told: DeliveredTerms): Promise<{ externalId: string | null }>
  /**
   * Reads a person's state; null if the provider does not know the person. The method is missing if the provider cannot
   * be queried.
   */
  readonly see?: (subject: string) => Promise<Seen | null>
  /** Lists all people whom we added at the provider. The method is missing if the provider cannot be queried. */
  readonly list?: () => AsyncIterable<readonly Seen[]>
  /** Issues new credentials and a new subscription link for a person. The old ones stop working. */
  revoke(subject: string): Promise<void>
  drop(subject: string): Promise<'dropped' | 'unsupported'>
  access(subject: string, headers: AppHeaders): Promise<LinkBody | null>
  usage(): AsyncIterable<Usage>
  /** Checks the provider's URL and credentials without changing anything. Returns a sentence for the operator. */
  test(): Promise<Sentence>
}

/** Outage of a provider: no answer, or one in an unknown form. The call is retried later. */
export class PanelAway extends Error {
  /** True if the failed request may nevertheless have taken effect. */
  readonly unsure: boolean
  /** The message as a sentence for operators. Null if there is none; operators then see the message itself. */
  readonly says: Sentence | null
  constructor(message: string, unsure: boolean, says: Sentence | null = null) {
    super(message)
    this.unsure = unsure
    this.says = says
  }
}

/**
 * Message for a panel that reported a user as disabled but still lets the user in. A cache or a replica may have
 * answered, or something at the panel enables users again.
 */
export const stillOpen = 'it said that the user was disabled, and still lets them in'

/** Thrown if the panel answered and refused the request. */
export class PanelRefused extends Error {
  /** The message as a sentence for operators. Null if the message has the panel's own words. */
  readonly says: Sentence | null
  constructor(message: string, says: Sentence | null = null) {
    super(message)
    this.says = says
  }
}

/** Fault of a panel in the operator's language, or in the panel's own words. */
export function panelFaultOf(error: unknown): Sentence | string {
  if (error instanceof PanelAway || error instanceof PanelRefused) return error.says ?? error.message
  return error instanceof Error ? error.message : sentence('panel.noAnswer')
}

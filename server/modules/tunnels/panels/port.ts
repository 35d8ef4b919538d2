import type { Told } from './told.rules.ts'
import type { Sentence } from '#shared/sentence.ts'

export const providerKinds = ['remnawave', 'marzban', 'webhook'] as const
export type ProviderKind = (typeof providerKinds)[number]

/** State of a person at a provider. `validUntil` null: no end, or the provider stores none. */
export type Seen = {
  readonly subject: string
  readonly externalId: string
  readonly isOpen: boolean
  readonly validUntil: Date | null
  /** Null if the provider has no such limit. */
  readonly maxDevices: number | null
  /** Total bytes as counted by the provider; null if it does not count. */
  readonly usedBytes: number | null
}
export type Usage = { readonly subject: string; readonly usedBytes: number }

/** Headers by which a panel recognises the app and the device. */
export type AppHeaders = Readonly<Record<string, string>>
/** A panel's document for an app, unchanged. */
export type LinkBody = {
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * A provider that opens tunnels for us. All calls are idempotent, in any order. They throw only PanelAway and
 * PanelRefused.
 */
export type TunnelProvider = {
  /** Brings the person's state in line. An erased person is deleted, and the deletion is verified. */
  apply(told: Told): Promise<{ externalId: string | null }>
  /** Returns a person's state; null if unknown there. Undefined if the provider cannot be queried. */
  readonly see?: (subject: string) => Promise<Seen | null>
  /** Lists all our users. Undefined if the provider cannot be queried. */
  readonly list?: () => AsyncIterable<readonly Seen[]>
  /** Issues new credentials and a new link; the old ones stop working. */
  revoke(subject: string): Promise<void>
  drop(subject: string): Promise<'dropped' | 'unsupported'>
  access(subject: string, headers: AppHeaders): Promise<LinkBody | null>
  /** Total bytes of each person, as the panel counts. */
  usage(): AsyncIterable<Usage>
  /** Checks address and credentials without changing anything. Returns a sentence for the operator. */
  test(): Promise<Sentence>
}

/** No answer, an unreadable one, or an outage: retried later. */
export class PanelAway extends Error {
  /** True if the request may have taken effect all the same. */
  readonly unsure: boolean
  constructor(message: string, unsure: boolean) {
    super(message)
    this.unsure = unsure
  }
}

/** Reason of a refusal: a cache or a replica may answer in place of a panel, or something there lets people in again. */
export const stillOpen = 'it said that the user was disabled, and still lets them in'

/** The panel answered and refused this request. */
export class PanelRefused extends Error {}

import type { Told } from './told.rules.ts'

export const providerKinds = ['remnawave', 'marzban', 'webhook'] as const
export type ProviderKind = (typeof providerKinds)[number]

/** How a person stands at a provider. `validUntil` null: without an end, or the provider keeps none. */
export type Seen = {
  readonly subject: string
  readonly externalId: string
  readonly isOpen: boolean
  readonly validUntil: Date | null
  /** Null where the provider has no such limit. */
  readonly maxDevices: number | null
  /** Bytes in all, as the provider counts them; null where it does not. */
  readonly usedBytes: number | null
}
export type Usage = { readonly subject: string; readonly usedBytes: number }

/** What an app sends that a panel looks at: which app it is, and which device. */
export type AppHeaders = Readonly<Record<string, string>>
/** The document that the panel makes for an app, handed on as it is. */
export type LinkBody = {
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * Who opens tunnels for us. All of it may be asked any number of times, in any order. Throws PanelAway or PanelRefused, and
 * nothing else.
 */
export type TunnelProvider = {
  /** Makes it so; what is so already stays. An erased person is gone afterwards, and that was looked at. */
  apply(told: Told): Promise<{ externalId: string | null }>
  /** How one person stands there; null: it knows none of that name. Undefined where it cannot be asked. */
  readonly see?: (subject: string) => Promise<Seen | null>
  /** Everyone of ours there. Undefined where it cannot be asked. */
  readonly list?: () => AsyncIterable<readonly Seen[]>
  /** New credentials and a new link: what anyone has of before opens nothing more. */
  revoke(subject: string): Promise<void>
  /** Ends connections that are open. */
  drop(subject: string): Promise<'dropped' | 'unsupported'>
  access(subject: string, headers: AppHeaders): Promise<LinkBody | null>
  /** How much each person used in all, as the panel counts. */
  usage(): AsyncIterable<Usage>
  /** Whether address and credentials are right; asks and changes nothing. Returns a sentence for the operator. */
  test(): Promise<string>
}

/** No answer, or none that can be read, or one that says it cannot serve anyone now: asked again later. */
export class PanelAway extends Error {
  /** Whether what was asked may have come true all the same. */
  readonly unsure: boolean
  constructor(message: string, unsure: boolean) {
    super(message)
    this.unsure = unsure
  }
}

/** It answers, and will not do this one thing. */
export class PanelRefused extends Error {}

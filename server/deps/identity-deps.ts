import type { CallerNetwork } from '#server/modules/limits/admit-try.ts'
import { identifierKinds, type AddressKind, type IdentifierKind } from '#shared/account-rules.ts'
import type { CodeAsker } from '#server/modules/verification-codes/verification-codes.service.ts'
import type { Signal } from '#server/modules/risk/signals.rules.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { Device } from '#server/platform/device-ids.ts'
import { createKeyedDigest, type KeyedDigest } from '#server/platform/keyed-digest.ts'
import { createKeyring, type Keyring } from '#server/platform/keyring.ts'
import type { SmsBudget } from '#server/platform/sms-config.ts'
import { smsReaches } from '#server/platform/sms/create-sms-sender.ts'

/** Caller of an identity call: device, and network by which tries are counted (`networkOf`). */
export type Caller = Device &
  CallerNetwork & {
    /** Cookie header as received. It contains the mark by which a browser that has signed in before is recognised. */
    readonly cookies?: string | undefined
    /** Returns the risk signals of the network, to be stored. Absent or empty if the network reveals nothing. */
    readonly signals?: () => readonly Signal[]
    /** Operator in whose rehearsal (test purchase with real money) the call is made. It opens test accounts. */
    readonly rehearsalOf?: string | null
  }

/**
 * Requester against whom attempts at a verification code count: the ticket, otherwise the app's device, otherwise all
 * browsers of a network.
 */
export const codeAsker = ({ platform, deviceId, network }: Caller, ticket?: string): CodeAsker => ({
  ticket,
  device: platform === 'web' ? `web ${network}` : `${platform} ${deviceId}`,
})

/** Name of the queue for hashing a password: one queue per network, or behind a VPN exit one per account tried. */
export const hashingLane = ({ network, isExit = false }: Caller, typed: string): string =>
  isExit ? `${network} ${typed}` : network

export type IdentityDeps = {
  readonly database: Database
  readonly digest: KeyedDigest
  readonly keyring: Keyring
  /** Tells whether this deployment can send to the email address or phone number. */
  readonly reaches: (kind: AddressKind, address: string) => boolean
  readonly smsBudget: SmsBudget
  /** Wakes the job runner of this process, so that a message leaves at once. */
  readonly nudgeJobs: () => void
}

/**
 * Returns a function that tells whether this deployment can send to an email address or phone number. It reads the mail
 * and SMS accounts on each call, because operators may change them.
 */
export const reachesOf =
  (config: Pick<Config, 'mail' | 'sms'>): IdentityDeps['reaches'] =>
  (kind, address) =>
    kind === 'email' ? config.mail !== null : config.sms !== null && smsReaches(config.sms, address)

export function createIdentityDeps(config: Config, database: Database, nudgeJobs: () => void): IdentityDeps {
  const { secretKey } = config
  return {
    database,
    digest: createKeyedDigest(secretKey),
    keyring: createKeyring(secretKey),
    reaches: reachesOf(config),
    smsBudget: config.smsBudget,
    nudgeJobs,
  }
}

/**
 * Identifiers for registration and sign-in. Email addresses and phone numbers are offered only if codes can be sent to
 * them.
 */
export const offeredIdentifiers = ({ mail, sms }: Pick<Config, 'mail' | 'sms'>): IdentifierKind[] =>
  identifierKinds.filter((kind) => kind === 'account_name' || (kind === 'email' ? mail !== null : sms !== null))

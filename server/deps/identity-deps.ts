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

/** Who calls: the device and the network that tries are counted for (`networkOf`). */
export type Caller = Device &
  CallerNetwork & {
    /** The header as it came: the mark of a browser that has signed in before is in it. */
    readonly cookies?: string | undefined
    /** The network as signals, which are kept; absent or none where it says nothing. */
    readonly signals?: () => readonly Signal[]
  }

/** Whose code it is: the ticket's, or else that of an app's device, or of any browser in the same network. */
export const codeAsker = ({ platform, deviceId, network }: Caller, ticket?: string): CodeAsker => ({
  ticket,
  device: platform === 'web' ? `web ${network}` : `${platform} ${deviceId}`,
})

/** Whose turn it is to have a password hashed: a network's, or behind an exit that of each account that is tried there. */
export const hashingLane = ({ network, isExit = false }: Caller, typed: string): string =>
  isExit ? `${network} ${typed}` : network

/** What everything about identities works with. */
export type IdentityDeps = {
  readonly database: Database
  readonly digest: KeyedDigest
  readonly keyring: Keyring
  /** Whether a message to this address would leave at all, as this deployment is configured. */
  readonly reaches: (kind: AddressKind, address: string) => boolean
  readonly smsBudget: SmsBudget
  /** Wakes the job runner of this process, so that a message leaves at once. */
  readonly nudgeJobs: () => void
}

/** Whether a message to an address would leave at all, as this deployment is configured. */
export const reachesOf =
  ({ mail, sms }: Pick<Config, 'mail' | 'sms'>): IdentityDeps['reaches'] =>
  (kind, address) =>
    kind === 'email' ? mail !== null : sms !== null && smsReaches(sms, address)

export function createIdentityDeps(config: Config, database: Database, nudgeJobs: () => void): IdentityDeps {
  const { mail, sms, secretKey } = config
  return {
    database,
    digest: createKeyedDigest(secretKey),
    keyring: createKeyring(secretKey),
    reaches: reachesOf({ mail, sms }),
    smsBudget: config.smsBudget,
    nudgeJobs,
  }
}

/** What one can register and sign in with here: an address counts where a code can be sent to it. */
export const offeredIdentifiers = ({ mail, sms }: Pick<Config, 'mail' | 'sms'>): IdentifierKind[] =>
  identifierKinds.filter((kind) => kind === 'account_name' || (kind === 'email' ? mail !== null : sms !== null))

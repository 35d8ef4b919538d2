import { AppError } from '#shared/errors.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { networkSlots, type LimitName, type NetworkLimitName, type Slot } from './limits.rules.ts'
import { returnSlots, consumeSlots } from './limits.service.ts'
import { offerWork, redeemWork } from './work.ts'

type Deps = { readonly database: Queryable; readonly digest: KeyedDigest }

/** Network of a try, and what allows it beyond the limits. */
export type CallerNetwork = {
  readonly network: string
  /** The network at increasing widths (`widthsOf`); absent: only itself. */
  readonly widths?: readonly string[]
  /** True for an exit of the operator's own VPN, which many customers share. */
  readonly isExit?: boolean
  /** Proof of work as received. */
  readonly work?: string | undefined
}

/** Slots that a try counts against. Beyond `free` it needs a proof of work; beyond `bound` it is rejected. */
export type Gate = { readonly free: readonly Slot[]; readonly bound?: readonly Slot[] }

export type AdmittedTry = {
  /** True if the try was admitted by a proof of work. */
  readonly worked: boolean
  /** Returns the try, for limits that count only failures. Clears all tries of `forgotten` in the same statement. */
  readonly forgive: (forgotten?: readonly Slot[]) => Promise<void>
}

/**
 * Counts a try. Call it before the guarded work and outside its transaction. Throws `TooManyRequests` with the seconds
 * to wait, and with a puzzle in `work` if a proof of work would help. Rejected tries are not counted.
 */
export async function admitTry(
  { database, digest }: Deps,
  caller: CallerNetwork,
  { free, bound = [] }: Gate,
): Promise<AdmittedTry> {
  const slots = [...free, ...bound]
  const { taken, full, wait } = await consumeSlots(database, digest, slots)
  if (full.length === 0)
    return { worked: false, forgive: (forgotten) => returnSlots(database, digest, taken, forgotten) }
  await returnSlots(database, digest, taken)
  const isBound = full.some((slot) => bound.includes(slot))
  if (!isBound && caller.work !== undefined && (await redeemWork(database, digest, caller.work))) {
    const rest = await consumeSlots(database, digest, bound)
    if (rest.full.length === 0)
      return { worked: true, forgive: (forgotten) => returnSlots(database, digest, rest.taken, forgotten) }
    await returnSlots(database, digest, rest.taken)
    throw new AppError('TooManyRequests', {}, { retryAfterSeconds: rest.wait })
  }
  const next = isBound ? {} : { work: await offerWork(digest) }
  throw new AppError('TooManyRequests', {}, { retryAfterSeconds: wait, next })
}

/** Limits for devices that the account knows: of the device, and of all such devices together. */
export type KnownLimits = { readonly own: LimitName; readonly all: LimitName; readonly account: string }

/**
 * Counts a try from a known device, so that strangers cannot use up the owner's tries. Null if they are used up: then
 * the general limits apply.
 */
export async function admitKnownDevice(
  { database, digest }: Deps,
  device: string | null,
  { own, all, account }: KnownLimits,
): Promise<AdmittedTry | null> {
  if (device === null) return null
  const slots = [
    { rule: own, subject: device },
    { rule: all, subject: account },
  ]
  const { taken, full } = await consumeSlots(database, digest, slots)
  if (full.length === 0)
    return { worked: false, forgive: (forgotten) => returnSlots(database, digest, taken, forgotten) }
  await returnSlots(database, digest, taken)
  return null
}

export const networkOfTry = (
  rule: NetworkLimitName,
  { network, widths = [network], isExit = false }: CallerNetwork,
): Slot[] => networkSlots(rule, widths, isExit)

import { AppError } from '#shared/errors.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { networkSlots, type LimitName, type NetworkLimitName, type Slot } from './limits.rules.ts'
import { returnSlots, consumeSlots } from './limits.service.ts'
import { offerWork, redeemWork } from './work.ts'

type Deps = { readonly database: Queryable; readonly digest: KeyedDigest }

export type CallerNetwork = {
  readonly network: string
  /** The caller's network at increasing widths (`widthsOf`). If absent, only the network itself counts. */
  readonly widths?: readonly string[]
  /** True for an exit of the operator's own VPN, which many customers share. */
  readonly isExit?: boolean
  readonly work?: string | undefined
}

/**
 * Rate limit counters of an attempt. Beyond the limits in `free` the attempt needs a proof of work; beyond those in
 * `bound` it is rejected.
 */
type Gate = { readonly free: readonly Slot[]; readonly bound?: readonly Slot[] }

export type AdmittedTry = {
  readonly worked: boolean
  /**
   * Undoes the counting of an attempt, for limits that count only failures. The same SQL statement deletes all attempts
   * counted in `forgotten`.
   */
  readonly forgive: (forgotten?: readonly Slot[]) => Promise<void>
}

/**
 * Counts an attempt. Call it before the guarded work and outside its transaction. Throws `TooManyRequests` with the
 * seconds to wait, and with a puzzle in `work` if a proof of work would help. Rejected attempts are not counted.
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

/**
 * Limits for devices from which the account has signed in before. `own`: per device. `all`: for all such devices
 * together.
 */
type KnownLimits = { readonly own: LimitName; readonly all: LimitName; readonly account: string }

/**
 * Counts an attempt from a device that the account has used before, so that strangers cannot use up the owner's
 * attempts. Returns null for an unknown device, or if the attempts of the device or of all known devices are used up;
 * the general limits then apply.
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

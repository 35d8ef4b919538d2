import { AppError } from '#shared/errors.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { networkSlots, type LimitName, type NetworkLimitName, type Slot } from './limits.rules.ts'
import { returnSlots, consumeSlots } from './limits.service.ts'
import { offerWork, redeemWork } from './work.ts'

type Deps = { readonly database: Queryable; readonly digest: KeyedDigest }

/** Where a try comes from, and what it brings to be counted all the same. */
export type CallerNetwork = {
  readonly network: string
  /** The same network wider and wider (`widthsOf`); absent: it alone. */
  readonly widths?: readonly string[]
  /** One of the operator's own exits, which many customers share. */
  readonly isExit?: boolean
  /** A solved proof of work, as it came. */
  readonly work?: string | undefined
}

/** What a try counts for. Beyond `free` it costs a proof of work, beyond `bound` there is none. */
export type Gate = { readonly free: readonly Slot[]; readonly bound?: readonly Slot[] }

export type AdmittedTry = {
  /** It came with a proof of work, because something was full. */
  readonly worked: boolean
  /** It turned out to be none: where only failures count, a success is taken back; all tries of `forgotten` with it, in one statement. */
  readonly forgive: (forgotten?: readonly Slot[]) => Promise<void>
}

/**
 * Counts a try before the work that it guards, and outside its transaction. Throws `TooManyRequests` with the seconds
 * to wait; where a proof of work would do, with a puzzle in `work`. What is refused counts for nothing.
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

/** The limits of a device that the account knows: its own, and those of all such devices together. */
export type KnownLimits = { readonly own: LimitName; readonly all: LimitName; readonly account: string }

/**
 * Counts a try from a device that the account knows, which strangers cannot use up. Null once its tries are used: then it
 * counts as any other.
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

/** What a try counts for the network that it comes from, at its three widths. */
export const networkOfTry = (
  rule: NetworkLimitName,
  { network, widths = [network], isExit = false }: CallerNetwork,
): Slot[] => networkSlots(rule, widths, isExit)

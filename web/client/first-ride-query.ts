import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type CallOutput } from '#web/client/api.ts'
import { serverNow } from '#web/client/server-clock.ts'
import { finishSignUp } from '#web/client/user-info.ts'
import type { Language } from '#shared/language.ts'

export type FirstRide = CallOutput<'/api/user/user_first_ride'>

export type RideKind = 'offer' | 'armed' | 'refused' | 'running' | 'paid' | 'ended' | 'none'

type Known = Pick<FirstRide, 'expiresAt' | 'device'> & {
  readonly trial: Pick<FirstRide['trial'], 'state' | 'available' | 'endsAt'>
}

/**
 * Progress of a user's first use of the VPN. `refused`: the trial still waits because this device already had its own.
 * `ended`: an earlier trial or membership is over. `now` is server time.
 */
export function rideKind({ expiresAt, device, trial }: Known, now: number): RideKind {
  if (expiresAt !== null && expiresAt > now)
    return trial.state === 'running' && expiresAt <= (trial.endsAt ?? 0) ? 'running' : 'paid'
  if (trial.state === 'armed') return device === null ? 'armed' : 'refused'
  if (trial.available) return 'offer'
  return expiresAt !== null || trial.state !== 'none' ? 'ended' : 'none'
}

const seconds = 1_000
const minutes = 60 * seconds

export function rideRefetchMs(kind: RideKind | null, isConnected: boolean, watchedMs: number): number | false {
  if (kind === 'paid' && isConnected) return false
  if (watchedMs > 10 * minutes) return 30 * seconds
  return kind === null || kind === 'running' || watchedMs > 2 * minutes ? 10 * seconds : 3 * seconds
}

export const firstRideKey = ['first-ride']

/**
 * Query of the user's first use of the VPN. Plan names depend on the language; the previous answer stays visible until
 * the new one arrives.
 */
export const firstRideQuery = (language: Language) =>
  queryOptions({
    queryKey: [...firstRideKey, language],
    queryFn: async () => {
      await finishSignUp()
      const ride = await api('/api/user/user_first_ride', {}, { handlesErrors: true })
      // Difference of the two clocks, because countdowns use the server's: the reader's may be off by minutes.
      return { ...ride, clockAhead: ride.now - serverNow() }
    },
    staleTime: 2_000,
    placeholderData: keepPreviousData,
  })
export type KnownRide = FirstRide & { readonly clockAhead: number }

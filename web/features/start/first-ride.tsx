import '#ui/plate.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatMoney, money } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import { trialLength } from '#shared/trial-length-text.ts'
import { ApiError } from '#web/client/api-error.ts'
import { rideRefetchMs, firstRideQuery, rideKind, type KnownRide, type RideKind } from '#web/client/first-ride-query.ts'
import { holdsAnyToken } from '#web/client/tokens.ts'
import { RecoveryWarning } from '#web/display/recovery-warning.tsx'
import { displayClock } from '#web/display/display-date.ts'
import type { StartText } from '#text/en/site/start.ts'
import { TrialPlate } from './trial-plate.tsx'
import { type Common, SetupSteps } from './setup-steps.tsx'
import styles from './start.module.css'

const onTheRoad: readonly RideKind[] = ['running', 'paid']

export function FirstRide(props: Common) {
  const { t, language } = props
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const [since] = useState(() => Date.now())
  useEffect(() => setOpen(holdsAnyToken()), [])
  const { data, error, refetch } = useQuery({
    ...firstRideQuery(language),
    enabled: isOpen === true,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => {
      const ride = state.data
      if (isSignedOut(state.error)) return false
      const isConnected = Boolean(ride?.device)
      return rideRefetchMs(ride ? rideKind(ride, ride.now) : null, isConnected, Date.now() - since)
    },
  })
  const ride = isOpen && !isSignedOut(error) ? data : undefined
  const kind = ride ? rideKind(ride, ride.now) : null
  const isConnected = kind !== null && onTheRoad.includes(kind) && Boolean(ride?.device)
  return (
    <div className={`page ${styles.ride}`}>
      <div>
        <h1>{headOf(kind, ride, isConnected, t)}</h1>
        <p className="lead" role="status">
          {leadOf(kind, ride, isConnected, t, language)}
        </p>
        <SetupSteps {...props} ride={ride} at={isConnected ? 2 : kind === 'refused' ? 1 : 0} />
      </div>
      <div className={styles.side}>
        <TrialPlate
          {...props}
          ride={ride}
          kind={kind}
          isStranger={isSignedOut(error) || (isOpen === null ? null : !isOpen)}
          isSlow={error !== null}
          ask={() => void refetch()}
        />
        {ride?.hasPassword && !ride.hasWayBack && kind !== 'running' && (
          <RecoveryWarning t={t.wayBack} base={props.base} hasPassword />
        )}
      </div>
    </div>
  )
}

const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 'Unauthorized'

function headOf(
  kind: RideKind | null,
  ride: KnownRide | undefined,
  isConnected: boolean,
  { heads }: StartText,
): string {
  if (isConnected) return heads.onTheRoad
  if (kind === 'paid') return ride?.order ? heads.paid : heads.member
  if (kind === 'ended') return ride?.order ? heads.endedPlan : heads.ended
  return heads.unknown
}

function leadOf(
  kind: RideKind | null,
  ride: KnownRide | undefined,
  isConnected: boolean,
  { leads, by, systems }: StartText,
  language: Language,
): string {
  if (!ride || kind === null) return leads.stranger
  const { device, order, trial } = ride
  const minutes = trialLength(trial.minutes, language)
  if (isConnected && device)
    return leads[device.byLink ? 'linked' : 'signedIn'](
      device.name ?? systems[device.os] ?? '',
      displayClock(device.at, language, ride.now),
    )
  if (kind === 'paid')
    return order
      ? leads.paidBy(formatMoney(money(order.amountMinor, order.currency), language), by[order.method], order.number)
      : leads.paid
  if (kind === 'armed') return leads.armed(minutes)
  if (kind === 'refused') return leads.refused
  if (kind === 'offer') return trial.startsNow ? leads.startsNow(minutes) : leads.offer(minutes)
  return leads.none
}

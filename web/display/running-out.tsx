import { useEffect, useRef } from 'react'
import { serverNow } from '#web/client/server-clock.ts'
import { Countdown } from './countdown.tsx'
import styles from './running-out.module.css'

type Props = {
  readonly t: Parameters<typeof Countdown>[0]['t']
  readonly className: string
  /**
   * Start of the countdown in ms, by the server's clock. `clockAhead`: milliseconds by which the server's clock is
   * ahead of the visitor's.
   */
  readonly from: number
  readonly until: number
  readonly clockAhead: number
  readonly onEnd: () => void
}

export function RunningOut({ t, className, from, until, clockAhead, onEnd }: Props) {
  const lane = useRef<SVGRectElement>(null)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  const here = until - clockAhead
  useEffect(() => {
    const tick = () => {
      const share = Math.min(1, Math.max(0, (here - serverNow()) / Math.max(1, until - from)))
      lane.current?.setAttribute('width', String(share * 100))
      if (serverNow() < here) return
      clearInterval(timer)
      end.current()
    }
    const timer = setInterval(tick, 1000)
    tick()
    return () => clearInterval(timer)
  }, [here, until, from])
  return (
    <>
      <p className={className}>
        <Countdown t={t} until={here} />
      </p>
      <svg className={styles.lane} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="4" rx="2" />
        <rect ref={lane} width="0" height="4" rx="2" />
      </svg>
    </>
  )
}

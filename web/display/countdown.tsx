import { useEffect, useState } from 'react'
import { serverNow } from '#web/client/server-clock.ts'
import { clockText, secondsLeft } from './display-date.ts'

type Texts = {
  readonly timeLeft: string
  readonly minutesLeft: (minutes: number) => string
  readonly timeIsUp: string
}

/**
 * Minutes before the end at which screen readers announce the remaining time, because every second would be too often.
 */
const announcedMinutes = [5, 1]

export function Countdown({ t, until }: { t: Texts; until: number }) {
  const [seconds, setSeconds] = useState(() => secondsLeft(until, serverNow()))
  useEffect(() => {
    const tick = () => setSeconds(secondsLeft(until, serverNow()))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [until])

  const minutes = Math.ceil(seconds / 60)
  return (
    <>
      <span className="num" role="timer" aria-live="off" aria-label={t.timeLeft}>
        {clockText(seconds)}
      </span>
      <span className="vh" aria-live="polite">
        {seconds === 0 ? t.timeIsUp : announcedMinutes.includes(minutes) ? t.minutesLeft(minutes) : ''}
      </span>
    </>
  )
}

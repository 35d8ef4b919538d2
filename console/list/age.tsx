import { utcText, momentText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useNow } from '#console/client/use-now.ts'

export function Age({ since }: { since: string }) {
  const { list } = useSpoken().t
  const minutes = Math.max(0, Math.floor((useNow(30_000) - new Date(since).getTime()) / 60_000))
  const hours = Math.floor(minutes / 60)
  const text =
    minutes < 60
      ? list.minutesAgo(minutes)
      : hours < 48
        ? list.hoursAgo(hours, minutes % 60)
        : list.daysAgo(Math.floor(hours / 24))
  return (
    <time className="nb" dateTime={since} title={utcText(new Date(since))}>
      {text}
    </time>
  )
}

export function Moment({ at }: { at: string }) {
  const { language } = useSpoken()
  const date = new Date(at)
  return (
    <time className="nb" dateTime={at} title={utcText(date)}>
      {momentText(date, language)}
    </time>
  )
}

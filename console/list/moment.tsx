import { momentText, utcText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'

/** A moment on the operator's clock, with UTC as its title. */
export function Moment({ at }: { at: string }) {
  const { language } = useSpoken()
  const date = new Date(at)
  return (
    <time className="nb" dateTime={at} title={utcText(date)}>
      {momentText(date, language)}
    </time>
  )
}

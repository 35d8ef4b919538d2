import { momentText, utcText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'

export function Moment({ at }: { at: string }) {
  const { language } = useSpoken()
  const date = new Date(at)
  return (
    <time className="nb" dateTime={at} title={utcText(date)}>
      {momentText(date, language)}
    </time>
  )
}

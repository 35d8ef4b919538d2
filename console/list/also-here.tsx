import type { Spot } from '#shared/console-live.ts'
import { useHere } from '#console/client/use-here.ts'
import { useSpoken } from '#console/client/language.ts'

export function AlsoHere(spot: Spot) {
  const { t, language } = useSpoken()
  const others = useHere(spot)
  return (
    <span className="also-here" role="status">
      {others.length > 0 && t.alsoHere(new Intl.ListFormat(language).format(others), others.length)}
    </span>
  )
}

import type { Language } from '#shared/language.ts'
import { nameCountry } from '#shared/server-locations.ts'
import type { CallOutput } from '#web/client/api.ts'
import type { ConnectionTexts } from '#text/en/site/connection.ts'

export type ConnectionAnswer = CallOutput<'/api/system/system_connection'>

/** Text about the result of a VPN connection check. `look`: colour of the text; empty if the check cannot tell. */
type ConnectionText = {
  readonly look: 'ok' | 'hold' | ''
  readonly title: string
  readonly texts: readonly string[]
}

/**
 * Describes whether the visitor is connected through the shop's VPN; null if the shop has no servers to compare with.
 */
export function describeConnection(
  { state, address, place }: ConnectionAnswer,
  t: ConnectionTexts,
  language: Language,
): ConnectionText | null {
  const from = address ?? ''
  switch (state) {
    case 'ours': {
      const country = place && nameCountry(place.country, language)
      const city = place?.city?.[language]
      // Names Singapore and Hong Kong only once, because they are city and country at the same time.
      const where =
        city && city !== country ? (language === 'en' ? `${city}, ${country}` : `${country}${city}`) : country
      return { look: 'ok', title: where ? t.oursAt(where) : t.ours, texts: [t.oursText(from), t.stored] }
    }
    case 'other':
      return { look: 'hold', title: t.other, texts: [t.otherText(from), t.otherHint, t.stored] }
    case 'local':
      return { look: '', title: t.local, texts: [t.localText(from)] }
    case 'unknown':
      return { look: '', title: t.unknown, texts: [t.unknownText] }
    case 'off':
      return null
  }
}

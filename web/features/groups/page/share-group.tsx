import type { Language } from '#shared/language.ts'
import { displayClock } from '#web/display/display-date.ts'
import { readPageData } from '#web/client/page-data.ts'
import { ShareKit } from '#web/share/share-kit.tsx'
import type { GroupTexts } from '#text/en/site/groups.ts'
import { sharePrice } from '#web/features/groups/base/group-words.ts'
import type { GroupCard } from '#web/features/groups/base/groups.queries.ts'

type Props = { readonly t: GroupTexts; readonly language: Language; readonly card: GroupCard; readonly first?: boolean }

/**
 * Share link of a group. Its parameter `lang` is for link preview bots, which send no language and would get Chinese.
 */
const linkOf = ({ groupId }: GroupCard, language: Language): string =>
  `${location.origin}/group-buying?group=${groupId}${language === 'en' ? '&lang=en' : ''}`

export function ShareGroup({ t, language, card, first = false }: Props) {
  const free = card.paymentType === 0
  const price = free ? t.free : sharePrice(card, language)
  return (
    <ShareKit
      t={t.share}
      language={language}
      url={linkOf(card, language)}
      label={t.linkLabel}
      first={first}
      {...t.sheet(card.productName, price)}
      card={{
        tone: 'merge',
        brand: readPageData().brand,
        tab: t.picture.tab(card.size),
        headline: free ? t.picture.free : t.picture.headline,
        lines: [
          t.picture.plan(card.productName, card.maxDevices),
          t.picture.until(displayClock(card.expiresAt, language, 0)),
        ],
        price: { label: t.picture.price, amount: price },
        scan: t.picture.scan,
      }}
      fileName={`group-${card.groupId}.png`}
    />
  )
}

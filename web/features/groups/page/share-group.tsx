import type { Language } from '#shared/language.ts'
import { readPageData } from '#web/client/page-data.ts'
import { ShareKit } from '#web/share/share-kit.tsx'
import type { GroupTexts } from '#web/text/en/groups.ts'
import { moment, sharePrice } from '#web/features/groups/base/group-words.ts'
import type { GroupCard } from '#web/features/groups/base/groups.queries.ts'

type Props = { readonly t: GroupTexts; readonly language: Language; readonly card: GroupCard }

/** The link of a group in every form. It leads to no language of its own: anyone who opens it reads their own. */
export function ShareGroup({ t, language, card }: Props) {
  const free = card.paymentType === 0
  const price = free ? t.free : sharePrice(card, language)
  return (
    <ShareKit
      t={t.share}
      language={language}
      url={`${location.origin}/group-buying?group=${card.groupId}`}
      label={t.linkLabel}
      {...t.sheet(card.productName, price)}
      card={{
        tone: 'merge',
        brand: readPageData().brand,
        tab: t.picture.tab(card.size),
        headline: free ? t.picture.free : t.picture.headline,
        lines: [
          t.picture.plan(card.productName, card.maxDevices),
          t.picture.until(moment(card.expiresAt, language, 0)),
        ],
        price: { label: t.picture.price, amount: price },
        scan: t.picture.scan,
      }}
      fileName={`group-${card.groupId}.png`}
    />
  )
}

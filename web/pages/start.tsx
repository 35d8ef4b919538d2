import '#ui/copy.css'
import '#ui/plate.css'
import '#ui/qr.css'
import { formatMoney, money } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { SiteData } from '#shared/site.ts'
import { qrPath } from '#shared/qr-path.ts'
import start from '#web/islands/start.tsx'
import { Island } from '#web/render/island.tsx'
import { definePage } from '#web/render/page.ts'
import { absolute } from '#web/render/schema.ts'
import en from '#web/text/en/start.ts'
import zh from '#web/text/zh-CN/start.ts'

/** What someone goes on with whose trial runs: the plan with a badge, else a year, else the longest. */
function stayOf({ goods }: SiteData, language: Language) {
  const currency = language === 'en' ? 'USD' : 'CNY'
  const sold = goods.filter(({ prices }) => prices.some((price) => price.currency === currency))
  const plan = sold.find(({ badges }) => badges) ?? sold.find(({ months }) => months === 12) ?? sold.at(-1)
  const price = plan?.prices.find((each) => each.currency === currency)
  return plan && price
    ? { name: plan.names[language], sum: formatMoney(money(price.priceMinor, currency), language, { whole: true }) }
    : null
}

export default definePage({
  paths: ['/start'],
  noindex: true,
  knowsSystem: true,
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({
    title: `${t.title} | ${data.brand[language]}`,
    description: t.description,
  }),
  component: (props) => (
    <Island
      of={start}
      props={{
        apps: props.data.clients.map(({ platform, url }) => ({ platform, url })),
        qr: qrPath(absolute(props, '/download')),
        stay: stayOf(props.data, props.language),
      }}
      load="now"
      readable
    />
  ),
})

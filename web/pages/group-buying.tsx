import '#ui/plate.css'
import '#ui/table.css'
import { groupHours } from '#shared/payment-windows.ts'
import { formatMoney, money, type Currency } from '#shared/money.ts'
import { agreementVersions, helpUrlOf, translatePlans } from '#web/render/page-facts.ts'
import { definePage, type PageProps } from '#web/render/page.ts'
import type { GroupBuyingText } from '#text/en/site/group-buying.ts'
import groupIsland from '#web/islands/group.tsx'
import groupStart from '#web/islands/group-start.tsx'
import { Island } from '#web/render/island.tsx'
import merge from '#web/render/merge.svg?raw'
import en from '#text/en/site/group-buying.ts'
import zh from '#text/zh-CN/site/group-buying.ts'
import styles from './group-buying/group-buying.module.css'

export default definePage({
  paths: ['/group-buying'],
  prefetches: true,
  linkedBy: ['?group'],
  chat: 'never',
  picture: 'pricing',
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({ title: `${t.title} | ${data.brand[language]}`, description: t.description }),
  component: (props) => {
    const { t, data, language, base } = props
    const supportUrl = helpUrlOf(data)
    const offers = translatePlans(data.goods, language)
    const sheet = { kinds: data.identifiers, agreement: agreementVersions(data) }
    const shared = { offers, methods: data.methods, supportUrl, ...sheet }
    return (
      <div className={styles.group}>
        <div className={styles.linked}>
          <Island of={groupIsland} props={shared} load={['?group']} readable />
        </div>
        <section className={styles.hero}>
          <div className="page">
            <div className={`plate ${styles.sign}`}>
              <span className="tab up">{t.tab}</span>
              <h1>{t.headline}</h1>
              <p className="lead">{t.lead}</p>
              <a className="btn" href="#start">
                {t.toStart}
              </a>{' '}
              <a className={`link ${styles.toOpen}`} href={`${base}/open-groups`}>
                {t.toOpen}
              </a>
            </div>
            <div className={styles.diamond} dangerouslySetInnerHTML={{ __html: merge }} />
          </div>
        </section>
        <div className="page">
          <section id="start" className={styles.start}>
            <Island of={groupStart} props={shared} />
          </section>
        </div>
        <div className="page">
          <Prices {...props} />
          <section>
            <h2>{t.steps}</h2>
            <ol className={styles.steps}>
              {[t.step1, t.step2, t.step3, t.step4].map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </section>
          <section>
            <h2>{t.ways}</h2>
            <div className={styles.ways}>
              <article>
                <Lanes seats={3} />
                <h3>{t.self}</h3>
                <p className="dim">{t.selfText}</p>
              </article>
              <article>
                <Lanes seats={1} />
                <h3>{t.all}</h3>
                <p className="dim">{t.allText}</p>
              </article>
              <article className={styles.guarantee}>
                <h3>{t.guarantee}</h3>
                <p>{t.guaranteeText(groupHours)}</p>
              </article>
            </div>
          </section>
        </div>
      </div>
    )
  },
})

const Lanes = ({ seats }: { seats: 1 | 3 }) => (
  <svg viewBox="0 0 240 90" aria-hidden="true">
    {['M0 15h70q30 0 50 15t50 15h70', 'M0 75h70q30 0 50-15t50-15h70', 'M0 45h240'].map((lane, index) => (
      <path key={lane} d={lane} strokeDasharray={seats === 3 || index === 2 ? undefined : '7 7'} />
    ))}
  </svg>
)

function Prices({ t, data, language }: PageProps<GroupBuyingText>) {
  const currency: Currency = language === 'en' ? 'USD' : 'CNY'
  const show = (amountMinor: number) => formatMoney(money(amountMinor, currency), language, { whole: true })
  const rows = data.goods.flatMap((goods) => {
    const alone = goods.prices.find((price) => price.currency === currency)
    const groups = goods.groupPrices.filter((price) => price.currency === currency)
    return alone && groups.length > 0 ? [{ goods, alone: alone.priceMinor, groups }] : []
  })
  return (
    <section>
      <h2>{t.prices}</h2>
      {rows.length === 0 ? (
        <p className="lead">{t.none}</p>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t.plan}</th>
              <th scope="col" className="r">
                {t.alone}
              </th>
              <th scope="col" className="r">
                {t.two}
              </th>
              <th scope="col" className="r">
                {t.three}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ goods, alone, groups }) => (
              <tr key={goods.id}>
                <td data-label={t.plan}>
                  <b>{goods.names[language]}</b>
                </td>
                <td data-label={t.alone} className="num r">
                  {show(alone)}
                </td>
                {([2, 3] as const).map((size) => {
                  const price = groups.find((group) => group.size === size)
                  return (
                    <td key={size} data-label={size === 2 ? t.two : t.three} className={`num r ${styles.fare}`}>
                      {price ? (
                        <span>
                          {show(price.perPersonMinor)} <small>{t.save(show(alone - price.perPersonMinor))}</small>
                        </span>
                      ) : (
                        '–'
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

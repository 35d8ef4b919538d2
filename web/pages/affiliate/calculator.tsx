import { estimateCommission } from '#shared/commission.ts'
import { formatMoney, money } from '#shared/money.ts'
import type { PageProps } from '#web/render/page.ts'
import type { AffiliateText } from '#text/en/site/affiliate.ts'
import styles from './affiliate.module.css'

const beginWith = 30

export function Calculator({ t, data, language }: PageProps<AffiliateText>) {
  const terms = data.affiliateTerms
  const plans = data.goods.flatMap((goods) => {
    const price = goods.prices.find(({ currency }) => currency === terms.currency)
    return price
      ? [{ id: goods.id, name: goods.names[language], months: goods.months, priceMinor: price.priceMinor }]
      : []
  })
  const chosen = plans.find(({ months }) => months === 12) ?? plans[0]
  if (!chosen) return null
  const { firstMinor, renewalMinor } = estimateCommission(terms, beginWith, chosen.priceMinor)
  const show = (amountMinor: number) => formatMoney(money(amountMinor, terms.currency), language)
  return (
    <section className={styles.sum}>
      <h2>{t.calculator}</h2>
      <form data-terms={JSON.stringify(terms)} autoComplete="off">
        <div>
          <div className="field">
            <div className={styles.count}>
              <label htmlFor="count">{t.customers}</label>
              <output className="num" name="people" htmlFor="count">
                {beginWith}
              </output>
            </div>
            <input id="count" name="count" type="range" min="1" max="200" defaultValue={beginWith} />
          </div>
          <div className="field">
            <label htmlFor="plan">{t.plan}</label>
            <select className="input" id="plan" name="plan" defaultValue={chosen.priceMinor}>
              {plans.map(({ id, name, priceMinor }) => (
                <option key={id} value={priceMinor}>
                  {language === 'en' ? `${name}, ${show(priceMinor)}` : `${name} ${show(priceMinor)}`}
                </option>
              ))}
            </select>
          </div>
        </div>
        <dl>
          <div>
            <dt>{t.firstSum}</dt>
            <dd className="num">
              <output name="first">{show(firstMinor)}</output>
            </dd>
          </div>
          <div>
            <dt>{t.renewalSum}</dt>
            <dd className="num">
              <output name="renewal">{show(renewalMinor)}</output> <small>{t.each}</small>
            </dd>
          </div>
        </dl>
      </form>
      <p className="small faint">{t.calculatorText}</p>
    </section>
  )
}

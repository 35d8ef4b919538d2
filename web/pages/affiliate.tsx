import { gap } from '#shared/language.ts'
import '#ui/check.css'
import '#ui/field.css'
import '#ui/plate.css'
import '#ui/table.css'
import '#ui/way-list.css'
import { formatRate } from '#shared/affiliate-terms.ts'
import { longerHoldsText } from '#shared/longer-holds.ts'
import { formatMoney, money } from '#shared/money.ts'
import { reserveText } from '#shared/reserve-text.ts'
import { ContactLine } from '#ui/contact-line.tsx'
import { trialLength } from '#shared/trial-length-text.ts'
import { Icon } from '#ui/icon.tsx'
import { displayDate } from '#web/display/display-date.ts'
import affiliate from '#web/islands/affiliate.tsx'
import { Island } from '#web/render/island.tsx'
import { definePage, type PageProps } from '#web/render/page.ts'
import type { AffiliateText } from '#text/en/site/affiliate.ts'
import en from '#text/en/site/affiliate.ts'
import zh from '#text/zh-CN/site/affiliate.ts'
import { Calculator } from './affiliate/calculator.tsx'
import styles from './affiliate/affiliate.module.css'

const maxRates = ({ affiliateTerms: { tiers } }: PageProps<unknown>['data']) => ({
  first: formatRate(Math.max(...tiers.map((tier) => tier.firstBps))),
  renewal: formatRate(Math.max(...tiers.map((tier) => tier.renewalBps))),
})

export default definePage({
  paths: ['/affiliate'],
  prefetches: true,
  script: 'affiliate',
  picture: 'affiliate',
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => {
    const { first, renewal } = maxRates(data)
    return { title: `${t.title} | ${data.brand[language]}`, description: t.description(first, renewal) }
  },
  component: (props) => (
    <div className={styles.affiliate}>
      <Offer {...props} />
      <div className="page">
        <Tiers {...props} />
        <Calculator {...props} />
        <MoneyRoute {...props} />
        <Apply {...props} />
      </div>
    </div>
  ),
})

type Props = PageProps<AffiliateText>

function Offer({ t, data }: Props) {
  const { first, renewal } = maxRates(data)
  return (
    <section className={styles.hero}>
      <div className="page">
        <div className={`plate ${styles.sign}`}>
          <span className="tab up">{t.tab}</span>
          <h1>
            <span>
              {t.upTo} <b className="num">{first}</b> {t.ofFirst}
            </span>{' '}
            <span>
              {t.upTo} <b className="num">{renewal}</b> {t.ofRenewals}
            </span>
          </h1>
          <p className="lead">{t.lead}</p>
          <a className="btn mark" href="#apply">
            {t.apply}
            <Icon name="arrow" />
          </a>
        </div>
        <svg viewBox="0 0 420 400" aria-hidden="true">
          <path d="M-3000 400H120q70 0 70-70v-90q0-60 60-110l70-60" />
          <path d="M-3000 400H120q70 0 70-70v-90q0-60 60-110l70-60" />
          <g transform="translate(330 62) rotate(45)">
            <rect x="-38" y="-38" width="76" height="76" rx="9" />
            <rect x="-23" y="-23" width="46" height="46" rx="5" />
          </g>
        </svg>
      </div>
    </section>
  )
}

function Tiers({ t, data, language }: Props) {
  return (
    <section>
      <h2>{t.tiers}</h2>
      <p className="lead">{t.tiersText}</p>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t.tier}</th>
            <th scope="col">{t.from}</th>
            <th scope="col" className="r">
              {t.first}
            </th>
            <th scope="col" className="r">
              {t.renewal}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.affiliateTerms.tiers.map((tier) => (
            <tr key={tier.id}>
              <td data-label={t.tier}>
                <b>{tier.names[language]}</b>
              </td>
              <td data-label={t.from}>{(tier.byOperator ? t.afterALook : t.paidReferrals)(tier.fromPaidReferrals)}</td>
              <td data-label={t.first} className={`num r ${styles.rate}`}>
                {formatRate(tier.firstBps)}
              </td>
              <td data-label={t.renewal} className={`num r ${styles.rate}`}>
                {formatRate(tier.renewalBps)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small faint">
        {t.since(
          data.affiliateTerms.version,
          displayDate(Date.parse(data.affiliateTerms.since), language, { timeZone: 'UTC' }),
        )}
      </p>
    </section>
  )
}

function MoneyRoute({ t, data, language, base }: Props) {
  const terms = data.affiliateTerms
  const least = formatMoney(money(terms.minPayoutMinor, terms.currency), language, { whole: true })
  const stops = [
    [t.visit, t.visitText(terms.attributionDays)],
    [t.signUp, t.signUpText(trialLength(terms.invitedTrialMinutes, language))],
    [t.order, t.orderText],
    [
      t.hold,
      [
        t.holdText(terms.holdDays),
        longerHoldsText(terms.longerHolds ?? {}, language),
        reserveText(terms.tiers, language),
      ].join(gap(language)),
    ],
    [t.payout, t.payoutText(least)],
  ]
  return (
    <section className={styles.route}>
      <div>
        <h2>{t.route}</h2>
        <ol className="way-list">
          {stops.map(([title, text]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p className="dim">{text}</p>
            </li>
          ))}
        </ol>
      </div>
      <aside>
        <h2>{t.rules}</h2>
        <p className="dim">{t.rulesText}</p>
        <a className="link" href={`${base}/clause/terms-of-service#affiliates`}>
          {t.terms}
          <Icon name="arrow" />
        </a>
      </aside>
    </section>
  )
}

function Apply({ t, data, language }: Props) {
  return (
    <section id="apply" className={styles.apply}>
      <h2>{t.applyTitle}</h2>
      <p className="lead">{t.applyText}</p>
      {data.affiliateContact && (
        <ContactLine text={`${t.contact}${gap(language)}`} contact={data.affiliateContact} sample={t.sample} />
      )}
      <p className="small dim out">{t.signInFirst}</p>
      <Island of={affiliate} props={{}} load={['application-draft']} />
    </section>
  )
}

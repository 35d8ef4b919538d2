import '#ui/plate.css'
import { useId, useState } from 'react'
import { formatRate } from '#shared/affiliate-terms.ts'
import { Tabs } from '#ui/tabs.tsx'
import { Commissions } from './commissions/commissions.tsx'
import type { DashboardProps } from './base/affiliate-words.ts'
import type { Affiliate, Overview } from './base/affiliate.queries.ts'
import { Links } from './campaigns/links.tsx'
import { Referrals } from './campaigns/referrals.tsx'
import { Breakdown } from './figures/breakdown.tsx'
import { Figures } from './figures/figures.tsx'
import { RangeBar } from './figures/range-bar.tsx'
import { momentsOf } from './figures/range.ts'
import { useFiguresAddress } from './figures/use-figures-address.ts'
import { Settlements } from './payouts/settlements.tsx'
import { Balances } from './balances.tsx'
import styles from './base/affiliate.module.css'
import section from './base/section.module.css'

type Props = DashboardProps & { readonly affiliate: Affiliate; readonly overview: Overview }
const views = ['commissions', 'settlements', 'referrals'] as const

export default function Dashboard({ t, language, affiliate: { terms }, overview }: Props) {
  const id = useId()
  const [view, setView] = useState<(typeof views)[number]>('commissions')
  const [now] = useState(Date.now)
  const address = useFiguresAddress(now)
  const { range, link } = address.shown
  const tier = terms.tiers.find((each) => each.id === overview.tier)
  const next = terms.tiers.find((each) => each.id === overview.nextTier?.id)
  const within = { ...momentsOf(range), ...(link !== null && { campaign: link }) }
  return (
    <>
      <p className={styles.tier}>
        {tier && (
          <span className="tag ok">{t.tier(tier.name, formatRate(tier.firstBps), formatRate(tier.renewalBps))}</span>
        )}
        {next && overview.nextTier && (
          <span className="small dim">{t.nextTier(overview.nextTier.missing, next.name)}</span>
        )}
      </p>
      <Balances t={t} language={language} terms={terms} overview={overview} />
      <Links t={t} language={language} terms={terms} links={overview.links} greetingName={overview.greetingName} />
      <RangeBar t={t} language={language} now={now} links={overview.links} address={address} />
      <Figures t={t} language={language} address={address} />
      <Breakdown t={t} language={language} address={address} />
      <section className={section.section}>
        <h2 className="vh">{t.records.label}</h2>
        <Tabs
          className={styles.tabs}
          label={t.records.label}
          tabs={views.map((key) => ({ key, text: t.records[key] }))}
          chosen={view}
          panel={`${id}-records`}
          onChoose={setView}
        />
        <div id={`${id}-records`} role="tabpanel" aria-labelledby={`${id}-records-${view}`} className={styles.panel}>
          {view === 'commissions' && <Commissions t={t} language={language} within={within} now={now} />}
          {view === 'settlements' && <Settlements t={t} language={language} terms={terms} />}
          {view === 'referrals' && <Referrals t={t} language={language} within={within} />}
        </div>
      </section>
    </>
  )
}

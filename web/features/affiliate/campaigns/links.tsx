import { useState } from 'react'
import { trialLength } from '#shared/trial-length-text.ts'
import { LinkField } from '#ui/link-field.tsx'
import { amountText, type DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import type { AffiliateLink, Terms } from '#web/features/affiliate/base/affiliate.queries.ts'
import '#ui/textual.css'
import { EditLink } from './edit-link.tsx'
import { NameForVisitors } from './name-for-visitors.tsx'
import { NewCampaign } from './new-campaign.tsx'
import { ShareLink } from './share-link.tsx'
import styles from './links.module.css'
import section from '#web/features/affiliate/base/section.module.css'

type Props = DashboardProps & {
  readonly terms: Terms
  readonly links: readonly AffiliateLink[]
  readonly greetingName: string | null
}

export function Links({ t, language, terms, links, greetingName }: Props) {
  const [adding, setAdding] = useState(false)
  const [greeting, setGreeting] = useState(false)
  const [withArchived, setWithArchived] = useState(false)
  const [editing, setEditing] = useState<AffiliateLink | null>(null)
  const [sharing, setSharing] = useState<AffiliateLink | null>(null)
  const words = t.links
  const trial = trialLength(terms.invitedTrialMinutes, language)
  const archived = links.filter((link) => link.archived).length
  const shown = links.filter((link) => withArchived || !link.archived)
  const nameOf = (link: AffiliateLink) => link.name || words.plain
  return (
    <section className={section.section} aria-labelledby="affiliate-links">
      <div className={section.head}>
        <h2 id="affiliate-links">{words.title}</h2>
        <button type="button" className="btn quiet s" onClick={() => setAdding(true)}>
          {words.add}
        </button>
      </div>
      <p className="dim">{words.text(trial, terms.attributionDays)}</p>
      <p className={styles.tools}>
        <button type="button" className="textual" onClick={() => setGreeting(true)}>
          {greetingName === null ? words.greeting.none : words.greeting.as(greetingName)}
        </button>
        {archived > 0 && (
          <button
            type="button"
            className="textual"
            aria-pressed={withArchived}
            onClick={() => setWithArchived(!withArchived)}
          >
            {withArchived ? words.hideArchived : words.showArchived(archived)}
          </button>
        )}
      </p>
      <ul className={styles.links}>
        {shown.map((link) => (
          <li key={link.id}>
            <div>
              <b>{nameOf(link)}</b>
              <p className={`small dim ${styles.figures}`}>
                <span>{words.leadsTo(words.destinations[link.destination])}</span>
                {link.archived && <span className="tag">{words.isArchived}</span>}
              </p>
              <p className={`small dim num ${styles.figures}`}>
                <span>{words.visits(link.visits)}</span>
                <span>{words.signUps(link.signUps)}</span>
                <span>{words.paid(link.paid)}</span>
                <span>{words.earned(amountText(link.earnedMinor, terms.currency, language))}</span>
              </p>
            </div>
            <LinkField
              value={link.url}
              label={words.copyLabel(nameOf(link))}
              copy={t.share.copy}
              copied={t.share.copied}
            />
            <button
              type="button"
              className="btn quiet s"
              aria-label={words.shareLabel(nameOf(link))}
              onClick={() => setSharing(link)}
            >
              {words.share}
            </button>
            <button
              type="button"
              className="btn quiet s"
              aria-label={words.editLabel(nameOf(link))}
              onClick={() => setEditing(link)}
            >
              {words.edit}
            </button>
          </li>
        ))}
      </ul>
      {sharing && (
        <ShareLink
          t={t}
          language={language}
          url={sharing.url}
          name={nameOf(sharing)}
          trial={trial}
          onClose={() => setSharing(null)}
        />
      )}
      {editing && <EditLink t={t} language={language} link={editing} onClose={() => setEditing(null)} />}
      {greeting && <NameForVisitors t={t} language={language} name={greetingName} onClose={() => setGreeting(false)} />}
      {adding && <NewCampaign t={t} language={language} links={links} onClose={() => setAdding(false)} />}
    </section>
  )
}

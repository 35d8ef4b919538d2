import '#ui/plate.css'
import type { Language } from '#shared/language.ts'
import { Table } from '#ui/table.tsx'
import { displayDate } from '#web/display/display-date.ts'
import { signedDuration, type DurationUnits } from '#web/display/duration.ts'
import { Listing, type ListingQuery } from '#web/display/listing.tsx'
import type { InvitesTexts } from '#text/en/site/invites.ts'
import type { Invitation } from './invites.queries.ts'
import styles from './invites.module.css'

type Props = {
  readonly t: InvitesTexts
  readonly language: Language
  readonly units: DurationUnits
  readonly query: ListingQuery<Invitation>
}

const tagOf: Record<Invitation['state'], string> = {
  registered: '',
  rewarded: 'ok',
  reversed: 'stop',
  no_membership: 'info',
  commission: 'ok',
  held: 'hold',
  refused: 'stop',
}

export function Invitations({ t, language, units, query }: Props) {
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className={styles.title}>
        {t.records}
      </h2>
      <Listing t={t} query={query} empty={{ title: t.empty, text: t.emptyText }}>
        {(rows) => (
          <Table heads={[t.date, t.invitee, t.product, t.bonusTime, t.status]} className={styles.table}>
            {rows.map(({ id, date, invitee, productName, bonusSeconds, state, reason }) => (
              <tr key={id}>
                <td data-label={t.date}>{displayDate(date, language)}</td>
                <td data-label={t.invitee}>{invitee ?? <span className="faint">{t.gone}</span>}</td>
                <td data-label={t.product}>{productName ?? <span className="faint">{t.none}</span>}</td>
                <td data-label={t.bonusTime} className="num">
                  {bonusSeconds === 0 ? (
                    <span className="faint">{t.none}</span>
                  ) : (
                    <b className={bonusSeconds < 0 ? styles.back : styles.added}>
                      {signedDuration(bonusSeconds, units)}
                    </b>
                  )}
                </td>
                <td data-label={t.status}>
                  <span className={styles.status}>
                    <span className={`tag ${tagOf[state]}`}>{t.states[state]}</span>
                    {reason !== null && <span className="small dim">{t.reasons[reason]}</span>}
                  </span>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
    </section>
  )
}

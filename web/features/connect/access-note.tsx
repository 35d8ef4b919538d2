import type { Language } from '#shared/language.ts'
import { trialLength } from '#shared/trial-length-text.ts'
import type { KnownRide } from '#web/client/first-ride-query.ts'
import { displayBytes } from '#web/display/display-bytes.ts'
import { renewalOffer } from '#web/display/ended-plate.tsx'
import { displayClock, displayDate } from '#web/display/display-date.ts'
import type { ConnectTexts } from '#text/en/site/connect.ts'
import type { Links } from './connect.queries.ts'
import type { Standing } from './access-state.ts'
import styles from './connect.module.css'

type Props = {
  readonly t: ConnectTexts
  readonly language: Language
  readonly standing: Standing
  readonly ride: KnownRide
  readonly links: Links
  /** True if a paid seat waits for its group to fill. Then the note does not suggest buying another plan. */
  readonly hasSeat: boolean
}
type Said = { readonly title: string; readonly text: string; readonly ways: readonly (readonly [string, string])[] }

export function AccessNote(props: Props) {
  const { t, language, standing, links } = props
  const { title, text, ways } = said(props)
  const bytes = links.month.up + links.month.down
  const isOpen = standing === 'paid' || standing === 'running'
  return (
    <section className={styles.standing} data-open={isOpen || undefined}>
      <div>
        <h2>{title}</h2>
        <p className="dim">
          {text} {bytes > 0 && <span className="num">{t.standing.month(displayBytes(bytes, language))}</span>}
        </p>
      </div>
      {ways.length > 0 && (
        <p className={styles.next}>
          {ways.map(([label, href], index) => (
            <a key={href} className={index === 0 ? `btn s ${isOpen ? 'quiet' : ''}` : 'link small'} href={href}>
              {label}
            </a>
          ))}
        </p>
      )}
    </section>
  )
}

function said({ t: { standing: words }, language, standing, ride, hasSeat }: Props): Said {
  const { trial, expiresAt, order } = ride
  const day = (at: number | null) => displayDate(at ?? 0, language)
  const minutes = trialLength(trial.minutes, language)
  const again = renewalOffer(ride, language)
  const pricing: readonly [string, string] = again
    ? [words.again(again.name, again.sum), `/pricing?${again.query}`]
    : [words.choose, '/pricing']
  const trialWay: readonly [string, string] = [words.trial, '/start']
  switch (standing) {
    case 'paid':
      return { title: words.paid(day(expiresAt)), text: words.paidText, ways: [[words.extend, '/pricing']] }
    case 'running': {
      const until = displayClock(trial.endsAt ?? 0, language, ride.now)
      return { title: words.running(until), text: words.runningText, ways: [[words.choose, '/pricing']] }
    }
    case 'armed':
      return { title: words.armed(minutes), text: words.armedText(day(trial.lapsesAt)), ways: [] }
    case 'refused':
      return { title: words.refused, text: words.refusedText, ways: hasSeat ? [] : [[words.choose, '/pricing']] }
    case 'offer':
      return { title: words.offer(minutes), text: words.offerText, ways: hasSeat ? [trialWay] : [trialWay, pricing] }
    case 'none':
      return { title: words.none, text: words.noneText, ways: [[words.choose, '/pricing']] }
    case 'blocked':
      return { title: words.blocked, text: words.blockedText, ways: [[words.help, '/faq']] }
    case 'ended': {
      // The note names no end date for a trial, because a trial lasts only minutes or hours.
      const isTrial = order === null && trial.state !== 'none'
      return isTrial
        ? { title: words.trialOver, text: words.trialOverText, ways: [pricing] }
        : {
            title: words.ended(day(expiresAt)),
            text: words.endedText,
            ways: [pricing, ...(trial.available ? [trialWay] : []), [words.why, '/user/profile']],
          }
    }
  }
}

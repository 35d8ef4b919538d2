import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { chainWindowMinutes, paymentWindowMinutes } from '#shared/payment-windows.ts'
import { FieldError } from '#ui/field-error.tsx'
import { displayClock } from '#web/display/display-date.ts'
import { ApiError, refusalText } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import { showHeaderLinks } from '#web/client/header-links.ts'
import { methodsIn } from '#web/payment/offer-prices.ts'
import { userQuery, useSession } from '#web/client/session.ts'
import type { Part } from '#web/features/groups/base/group-part.ts'
import { joinText, sharePrice } from '#web/features/groups/base/group-words.ts'
import { myGroupQuery, type GroupCard, type MyGroup } from '#web/features/groups/base/groups.queries.ts'
import { MyPart } from './my-part.tsx'
import { isOver, OfferFacts } from './offer-facts.tsx'
import { StartOwn } from './start-own.tsx'
import { Entering } from '#web/features/groups/seat/entering.tsx'
import { PaySeat, type Paying } from '#web/features/groups/seat/pay-seat.tsx'
import { useRefreshGroup } from '#web/features/groups/base/use-refresh.ts'
import styles from '#web/features/groups/base/group.module.css'

type Props = Paying & {
  readonly card: GroupCard
  readonly mine: MyGroup | null
  readonly part: Part
  /** Price of the same plan bought alone, in the group's currency; null if it is no longer sold. */
  readonly aloneMinor: number | null
  readonly now: number
  /** True if the visitor pressed the join button before this panel was shown. */
  readonly joining: boolean
  readonly onBegun: () => void
}

export function JoinPanel({ card, mine, part, aloneMinor, now, joining, onBegun, ...paying }: Props) {
  const { t, language } = paying
  useEffect(() => {
    // Runs after the buttons have begun the purchase. Clears the wish to join in any case, so that no dialog opens by
    // itself later.
    if (joining) onBegun()
  }, [joining, onBegun])
  const back = mine !== null && part.kind === 'join'
  const takesCrypto = methodsIn(paying.methods, card.currency).includes('crypto')
  // The payment component wraps the whole panel, so that an open payment survives a change of the panel's content.
  return (
    <PaySeat {...paying} card={card} what="join" totalMinor={card.unitPriceMinor}>
      {({ pay }) => (
        <aside className={styles.offer}>
          <div className={styles.facts}>
            {part.kind === 'mine' && mine ? (
              <MyPart {...paying} group={mine} now={now} isOwnPage />
            ) : (
              <>
                {/* Tells members who left that the refund is on its way or done, because they may already join
                    again. */}
                {mine &&
                  part.kind === 'join' &&
                  (mine.mine.state === 'refunding' || mine.mine.state === 'refunded') && (
                    <p className={styles.why} role="status">
                      {t.mine[mine.mine.state].title} {t.mine[mine.mine.state].text}
                    </p>
                  )}
              </>
            )}
            <OfferFacts
              t={t}
              language={language}
              card={card}
              part={part}
              aloneMinor={aloneMinor}
              until={displayClock(card.expiresAt, language, now)}
              held={t.held(paymentWindowMinutes, takesCrypto ? chainWindowMinutes : null)}
            />
          </div>
          <div className={styles.foot} data-bar data-join={part.kind === 'join' || undefined}>
            {part.kind === 'join' &&
              (part.free ? (
                <JoinFree card={card} joining={joining} {...paying} />
              ) : (
                <JoinForPay
                  label={back ? t.joinAgain(sharePrice(card, language)) : joinText(t, card, part, language)}
                  quiet={back}
                  joining={joining}
                  pay={pay}
                  t={t}
                />
              ))}
            {part.kind === 'refused' && (
              <>
                <p className={styles.why} role="status">
                  {t.refused[part.why]}
                </p>
                {isOver(part) && <StartOwn t={t} />}
              </>
            )}
          </div>
        </aside>
      )}
    </PaySeat>
  )
}

type JoinForPayProps = Pick<Paying, 't'> & { label: string; quiet: boolean; joining: boolean; pay: () => void }

function JoinForPay({ label, quiet, joining, pay, t }: JoinForPayProps) {
  useEffect(() => {
    if (joining) pay()
  }, [joining, pay])
  return (
    <>
      <button type="button" className={quiet ? 'btn quiet wide' : 'btn wide'} onClick={pay}>
        {label}
      </button>
      <p className="small">{t.confirmFirst}</p>
    </>
  )
}

function JoinFree({ card, joining: pressed, ...paying }: Paying & { card: GroupCard; joining: boolean }) {
  const { t, base, sheet } = paying
  const session = useSession()
  const [entering, setEntering] = useState(false)
  const queryClient = useQueryClient()
  const refresh = useRefreshGroup(card.groupId)
  const joining = useMutation({
    mutationFn: () => api('/api/payment/payment_joint_join', { group: card.groupId }, { handlesErrors: true }),
    onSuccess: ({ group }) => queryClient.setQueryData(myGroupQuery(card.groupId).queryKey, group),
    onError: (error) => setEntering(error instanceof ApiError && error.status === 'Unauthorized'),
    onSettled: refresh,
  })
  const busy = joining.isPending
  function goOn() {
    setEntering(false)
    showHeaderLinks(true)
    joining.mutate()
    void queryClient.invalidateQueries(userQuery)
  }
  const join = () => (session.state === 'signed-out' ? setEntering(true) : busy || joining.mutate())
  const joinByPress = useEffectEvent(join)
  useEffect(() => {
    if (pressed) joinByPress()
  }, [pressed])
  const problem = refusalText(joining.error)
  return (
    <>
      {problem && (
        <div role="alert">
          <FieldError id="join-problem" text={problem} />
        </div>
      )}
      <button type="button" className="btn wide" aria-busy={busy || undefined} onClick={join}>
        {t.joinFree}
      </button>
      <p className="vh" role="status">
        {busy ? t.joining : ''}
      </p>
      {entering && sheet && (
        <Entering
          sheet={sheet}
          base={base}
          buying={{ what: t.tab(card.size, card.productName), sum: null, method: null }}
          onEntered={goOn}
          onClose={() => setEntering(false)}
        />
      )}
    </>
  )
}

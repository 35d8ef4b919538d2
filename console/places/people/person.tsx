import { Link } from 'react-router'
import { ActButton, ActOf } from '#console/act/act-button.tsx'
import { Notes } from '#console/act/notes.tsx'
import { PayerRows } from '#console/act/payer-rows.tsx'
import { uidText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useNow } from '#console/client/use-now.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { ActRows } from '#console/list/act-rows.tsx'
import { AlsoHere, Panel } from '#console/list/panel.tsx'
import { Head } from '#console/frame/head.tsx'
import { Moment } from '#console/list/age.tsx'
import { Note } from '#console/frame/note.tsx'
import { Part } from '#console/list/part.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import { MembershipTimeRows } from '#console/list/membership-time-rows.tsx'
import { TunnelRows } from '#console/list/tunnel-rows.tsx'
import type { PeopleText } from '#console/text/en/places/people.ts'
import { Changes } from './changes.tsx'
import { ExpiryBar } from './expiry-bar.tsx'
import { Figures } from './figures.tsx'
import { AccountDetails } from './account-details.tsx'
import { SignInMethods } from './sign-in-methods.tsx'
import type { PersonPage } from '#console/client/wire.ts'

export function Person({ user, t }: { user: string; t: PeopleText }) {
  const { t: shell } = useSpoken()
  const page = useRead('people.show', { user }, { every: 10_000 })
  const uid = page.data?.uid
  return (
    <>
      <Head
        title={uid === undefined ? user : uidText(uid)}
        crumb={<Link to="/console/people">{shell.places.people}</Link>}
        about={page.data && <Tags of={page.data} t={t} />}
      >
        {uid !== undefined && page.data && (
          <>
            <ActButton name="people.give-time" given={{ user: String(uid) }} label={t.acts.giveTime} look="plate" />
            {page.data.blocked === null ? (
              <ActButton name="people.block" given={{ user: String(uid) }} label={t.acts.block} look="quiet" />
            ) : (
              <ActButton name="people.unblock" given={{ user: String(uid) }} label={t.acts.unblock} look="quiet" />
            )}
          </>
        )}
      </Head>
      {uid !== undefined && <AlsoHere place="people" id={String(uid)} />}
      <Reading of={page}>{(data) => <Parts of={data} t={t} />}</Reading>
    </>
  )
}

function Tags({ of, t }: { of: PersonPage; t: PeopleText }) {
  const now = useNow(60_000)
  const isMember = of.memberUntil !== null && Date.parse(of.memberUntil) > now
  return (
    <span className="bar">
      <span className={isMember ? 'tag ok' : 'tag'}>{isMember ? t.member : t.noMember}</span>
      {of.blocked !== null && <span className="tag stop">{t.blocked}</span>}
      {of.erased ? (
        <span className="tag stop">{t.erased}</span>
      ) : (
        of.erase && <span className="tag hold">{t.leaves}</span>
      )}
      {of.reviews.length > 0 && <span className="tag stop">{t.asked(of.reviews.length)}</span>}
    </span>
  )
}

const Blocked = ({ since, of, t }: { since: string; of: PersonPage; t: PeopleText }) => (
  <Note kind="stop">
    {t.blockedSince} <Moment at={since} />. {of.toldReason === null ? t.toldNothing : t.theyRead(of.toldReason)}
    {of.timeStops && ` ${t.timeStops}`}
  </Note>
)

function Parts({ of, t }: { of: PersonPage; t: PeopleText }) {
  const { action } = useVocabulary()
  const lists = action('people.show').output.properties
  const user = String(of.uid)
  const more = (name: keyof PersonPage) => of.more.includes(name) && t.more
  return (
    <>
      {of.blocked !== null && <Blocked since={of.blocked} of={of} t={t} />}
      <Figures of={of} t={t} />
      <div className="cols">
        <div className="stack">
          <Part
            title={t.parts.reviews}
            shape={lists?.reviews}
            rows={of.reviews}
            without={['id']}
            words={t.reasons}
            renderActions={({ id }) => <ActButton name="reviews.decide" given={{ id }} label={t.acts.decide} />}
          />
          <Part
            title={t.parts.orders}
            shape={lists?.orders}
            rows={of.orders}
            words={t.words}
            foot={more('orders')}
            renderActions={({ number, paid, status }) =>
              (paid || status === 'paid') && (
                <ActButton name="orders.refund" given={{ order: number }} label={t.acts.refund} />
              )
            }
          />
          <Panel title={t.time.title} foot={more('time')}>
            <ExpiryBar of={of} t={t} />
            <MembershipTimeRows
              t={t}
              rows={of.time}
              renderActions={({ id, source, state }) =>
                state === 'stands' &&
                ['operator', 'redeem', 'bonus'].includes(source) && (
                  <ActButton name="people.reverse-grant" given={{ user, grant: id }} label={t.time.reverse} />
                )
              }
            />
          </Panel>
          <PayerRows user={user} />
          <SignInMethods of={of} t={t} />
          <Changes of={of} t={t} />
          <Part title={t.parts.groups} shape={lists?.groups} rows={of.groups} words={t.words} foot={more('groups')} />
          <Part
            title={t.parts.invitations}
            shape={lists?.invitations}
            rows={of.invitations}
            words={t.words}
            foot={more('invitations')}
            renderActions={({ user: invited, verdict }) =>
              verdict === 'refused' && <ActOf name="referrals.reopen" given={{ user: String(invited) }} />
            }
          />
          <Part
            title={t.parts.commissions}
            shape={lists?.commissions}
            rows={of.commissions}
            words={t.words}
            foot={more('commissions')}
          />
          <Part
            title={t.parts.benefits}
            shape={lists?.benefits}
            rows={of.benefits}
            foot={more('benefits')}
            renderActions={({ kind, account }) => <ActOf name="benefits.withdraw" given={{ kind, account }} />}
          />
        </div>
        <div className="stack">
          <AccountDetails of={of} t={t} />
          <TunnelRows
            t={t}
            rows={of.tunnels}
            aside={
              of.tunnels.length > 0 && (
                <>
                  <ActButton name="tunnels.apply" given={{ user }} label={t.acts.again} />
                  <ActOf name="tunnels.drop" given={{ user }} />
                  <ActButton name="tunnels.rotate" given={{ user }} label={t.acts.rotate} />
                </>
              )
            }
          />
          <Notes t={t} about={{ user }} rows={of.notes} />
          <ActRows t={t} rows={of.acts} foot={more('acts')} />
          <Part title={t.parts.told} shape={lists?.told} rows={of.told} words={t.words} foot={more('told')} />
        </div>
      </div>
    </>
  )
}

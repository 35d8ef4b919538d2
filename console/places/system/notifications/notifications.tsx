import { ActButton } from '#console/act/act-button.tsx'
import { useRead } from '#console/client/use-read.ts'
import type { Output } from '#console/client/wire.ts'
import { Moment } from '#console/list/age.tsx'
import { Note } from '#console/frame/note.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'
import { NotificationForm } from './notification-form.tsx'

export default function Notifications({ t }: { t: SystemText }) {
  const wishes = useRead('notifications.show', {}, { every: 15_000 })
  return (
    <Reading of={wishes}>
      {(data) => (
        <>
          <Ways t={t.notifications} wishes={data} />
          <Panel title={t.notifications.title} note={t.notifications.note}>
            <div className="in">
              <NotificationForm t={t} wishes={data} />
            </div>
          </Panel>
        </>
      )}
    </Reading>
  )
}

type WaysProps = { readonly t: SystemText['notifications']; readonly wishes: Output<'notifications.show'> }

const Ways = ({ t, wishes: { mail, webhook, delivered, failingSince, error } }: WaysProps) => (
  <Panel title={t.ways}>
    <div className="in stack">
      <div className="bar">
        <b>{t.mail}</b>
        <span className="grow">{mail ?? t.noAddress}</span>
        <ActButton name="operators.set-address" label={mail === null ? t.giveAddress : t.changeAddress} look="quiet" />
        {mail !== null && (
          <ActButton name="notifications.test" given={{ channel: 'mail' }} label={t.testMail} look="quiet" />
        )}
      </div>
      <div className="bar">
        <b>{t.webhook}</b>
        <span className="grow">
          {webhook ?? t.noWebhook}
          {webhook !== null && delivered !== null && (
            <span className="dim">
              {' '}
              · {t.delivered} <Moment at={delivered} />
            </span>
          )}
        </span>
        {webhook !== null && (
          <ActButton name="notifications.test" given={{ channel: 'webhook' }} label={t.testWebhook} look="quiet" />
        )}
      </div>
      {failingSince !== null && (
        <Note kind="stop">
          {t.failing} <Moment at={failingSince} />: {error}
        </Note>
      )}
    </div>
  </Panel>
)

import { useId, type FormEvent, type ReactNode } from 'react'
import { EffectCard } from '#console/act/effect-card.tsx'
import { Outcome } from '#console/act/outcome.tsx'
import { useSpoken } from '#console/client/language.ts'
import { formatRefusal } from '#console/client/console-error.ts'
import { useAct } from '#console/client/use-act.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { Output } from '#console/client/wire.ts'
import { Note } from '#console/frame/note.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'
import { KindMatrix } from './kind-matrix.tsx'
import { useNotificationDraft, type Typed } from './use-notification-draft.ts'

type Wishes = Output<'notifications.show'>

const inputOf = ({ from, until, digest, address, newSecret, remove, ...kept }: Typed) => ({
  ...kept,
  quiet: from === '' && until === '' ? 'none' : `${from}-${until}`,
  digest: digest === '' ? 'none' : digest,
  ...(address.trim() !== '' && { webhookAddress: address.trim() }),
  ...(newSecret && { newSecret }),
  ...(remove && { removeWebhook: remove }),
})

/** Form for the operator's own notification settings, with preview. Polling does not overwrite input. */
export function NotificationForm({ t, wishes }: { t: SystemText; wishes: Wishes }) {
  const { t: shell } = useSpoken()
  const { label, field, acting } = useVocabulary()
  const act = useAct('notifications.set')
  const { typed, clashes, change: keep, forget } = useNotificationDraft(wishes)
  const set = (change: Partial<Typed>) => {
    keep(change)
    if (act.rehearsed || act.refused || act.busy === 'preview') act.reset()
  }
  const words = t.notifications
  const refusal = act.refused && formatRefusal(act.refused, shell, field)
  if (act.done)
    return (
      <div className="stack">
        <Outcome name="notifications.set" answer={act.done} />
        <div className="bar">
          <button
            type="button"
            className="btn q"
            onClick={() => {
              act.reset()
              forget()
            }}
          >
            {acting.another}
          </button>
        </div>
      </div>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void act.preview(inputOf(typed))
  }
  return (
    <div className="acting" data-act="notifications.set">
      <form className="form" noValidate method="post" onSubmit={submit}>
        <KindMatrix t={t} kinds={wishes.kinds} mail={typed.mail} webhook={typed.webhook} onChange={set} />
        <div className="bar">
          <Field label={words.quietFrom}>
            {(id) => <Time id={id} value={typed.from} onChange={(from) => set({ from })} />}
          </Field>
          <Field label={words.quietUntil}>
            {(id) => <Time id={id} value={typed.until} onChange={(until) => set({ until })} />}
          </Field>
          <Field label={words.digestAt}>
            {(id) => <Time id={id} value={typed.digest} onChange={(digest) => set({ digest })} />}
          </Field>
        </div>
        <p className="hint faint">{words.times}</p>
        <Field label={words.timeZone}>
          {(id) => (
            <select
              id={id}
              className="sel"
              value={typed.timeZone}
              onChange={(event) => set({ timeZone: event.target.value })}
            >
              {zonesWith(typed.timeZone).map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </select>
          )}
        </Field>
        <Tick
          label={words.urgentThrough}
          checked={typed.urgent === 'at-once'}
          onChange={(isOn) => set({ urgent: isOn ? 'at-once' : 'waits' })}
        />
        <Field label={wishes.webhook === null ? words.webhookAddress : words.otherAddress}>
          {(id) => (
            <input
              id={id}
              className="in-t"
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://"
              value={typed.address}
              onChange={(event) => set({ address: event.target.value })}
            />
          )}
        </Field>
        <p className="hint faint">{words.aboutWebhook}</p>
        {wishes.webhook !== null && (
          <>
            <Tick label={words.newSecret} checked={typed.newSecret} onChange={(newSecret) => set({ newSecret })} />
            <Tick label={words.removeWebhook} checked={typed.remove} onChange={(remove) => set({ remove })} />
          </>
        )}
        {clashes.length > 0 && (
          <Note kind="stop" alert>
            {words.changedElsewhere}
          </Note>
        )}
        <div className="bar">
          <button type="submit" className={act.rehearsed ? 'btn q' : 'btn'} disabled={act.busy !== null}>
            {act.busy === 'preview' ? acting.previewing : act.rehearsed ? acting.again : acting.preview}
          </button>
        </div>
      </form>
      {refusal && !act.rehearsed && (
        <Note kind="stop" alert>
          {refusal}
        </Note>
      )}
      {act.rehearsed && (
        <EffectCard name="notifications.set" {...act.rehearsed}>
          {refusal && (
            <Note kind="stop" alert>
              {refusal}
            </Note>
          )}
          <button
            type="button"
            className="btn"
            disabled={act.busy !== null}
            onClick={() => void act.act().then((done) => done && forget())}
          >
            {act.busy === 'act' ? acting.going : label('notifications.set')}
          </button>
        </EffectCard>
      )}
    </div>
  )
}

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

const Time = ({ id, value, onChange }: { id: string; value: string; onChange: (value: string) => void }) => (
  <input id={id} type="time" className="in-t" value={value} onChange={(event) => onChange(event.target.value)} />
)

type TickProps = { readonly label: string; readonly checked: boolean; readonly onChange: (isOn: boolean) => void }
const Tick = ({ label, checked, onChange }: TickProps) => (
  <label className="flag">
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    <span>{label}</span>
  </label>
)

const zonesWith = (zone: string): readonly string[] => [
  ...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')]),
]

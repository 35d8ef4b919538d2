import { lowerBoundsOf } from '#console/act/fill.ts'
import { FormField } from '#console/act/form-field.tsx'
import { countText, uidText, zoneName } from '#console/client/display.ts'
import { personAddress } from '#console/client/addresses.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import type { MailingsText } from '#console/text/en/places/mailings.ts'
import { Link } from 'react-router'
import type { MailingDraft, MailingField } from './mailing-drafts.ts'
import type { MailingInput } from './use-mailing-input.ts'

type Props = {
  readonly t: MailingsText
  readonly draft: MailingDraft
  readonly input: MailingInput
  readonly set: (field: MailingField, value: string) => void
}

/** Interval in which the number of recipients is refreshed, because it changes while the mailing is written. */
const countEveryMs = 30_000
const usualPerMinute = 120

export function Audience({ t, draft, input, set }: Props) {
  const { action } = useVocabulary()
  const { segment = '', perMinute = '', sendAt = '' } = draft.values
  const segments = useRead('segments.list', {})
  const names = segments.data?.segments.map(({ name }) => name) ?? []
  const count = useRead('segments.count', segment === '' ? {} : { segment }, { every: countEveryMs })
  return (
    <>
      <Panel title={t.audience}>
        <div className="in stack">
          <div className="field">
            <label htmlFor="segment">{t.segment}</label>
            <select
              id="segment"
              name="segment"
              className="sel"
              value={segment}
              onChange={({ target }) => set('segment', target.value)}
            >
              <option value="">{t.everyone}</option>
              {[...new Set([...(segment === '' ? [] : [segment]), ...names])].map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </div>
          <Reading of={count}>
            {({ people, en, zh, unasked, noAddress, sample, ...counted }) => {
              const atLeast = lowerBoundsOf(counted)
              return (
                <div role="status" className="stack">
                  <p>
                    <b className="big">{t.people(countText(people), atLeast.includes('people'))}</b>{' '}
                    <span className="dim">{t.inLanguages(countText(en), countText(zh))}</span>
                  </p>
                  <p className="faint">
                    {t.unasked(countText(unasked), countText(noAddress), atLeast.includes('unasked'))}{' '}
                    {atLeast.length > 0 && t.more}
                  </p>
                  {sample.length > 0 && (
                    <p className="dim">
                      {t.sample}{' '}
                      {sample.map(({ uid, name }, index) => (
                        <span key={uid}>
                          {index > 0 && ', '}
                          <Link to={personAddress(uid)}>{name || uidText(uid)}</Link>
                        </span>
                      ))}
                    </p>
                  )}
                </div>
              )
            }}
          </Reading>
        </div>
      </Panel>
      <Panel title={t.when} note={zoneName()}>
        <div className="in shared">
          <div className="field">
            <label htmlFor="send-at">{t.sendAt}</label>
            <input
              id="send-at"
              name="sendAt"
              className="in-t"
              type="datetime-local"
              value={sendAt}
              aria-describedby="send-at-hint"
              onChange={({ target }) => set('sendAt', target.value)}
            />
            <p className="hint" id="send-at-hint">
              {t.atOnce}
            </p>
          </div>
          <FormField
            name="perMinute"
            shape={action('mailings.send').input.properties?.perMinute ?? {}}
            required={false}
            isRead={false}
            value={perMinute}
            error={input.errors.perMinute}
            onChange={(value) => set('perMinute', typeof value === 'string' ? value : '')}
          />
        </div>
        {count.data && input.errors.perMinute === undefined && (
          <footer>{t.takes(Math.ceil(count.data.people / (input.sent.perMinute ?? usualPerMinute)))}</footer>
        )}
      </Panel>
    </>
  )
}

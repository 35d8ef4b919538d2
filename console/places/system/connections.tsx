import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { connectionIds, type ConnectionId } from '#shared/connections.ts'
import type { Control } from '#console/act/action-form.tsx'
import { ActButton } from '#console/act/act-button.tsx'
import { ActPanel } from '#console/act/act-panel.tsx'
import { mayDo } from '#console/client/action-traits.ts'
import { useAddressValues } from '#console/client/address-values.ts'
import { actionAddress } from '#console/client/addresses.ts'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { Output } from '#console/client/wire.ts'
import { Note } from '#console/frame/note.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import { Moment } from '#console/list/age.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { ConnectionsText } from '#console/text/en/places/connections.ts'
import { useCopy } from '#ui/use-copy.ts'
import { KeyFields, labelOf } from './key-fields.tsx'
import './settings/settings.css'

type Row = Output<'connections.list'>['connections'][number]

const groupOf = ({ kind }: Row) => (kind === 'mail' || kind === 'sms' ? 'message' : kind)

/**
 * Connections to payment, mail and SMS services, blockchain nodes and VPN panels: what is set up, what is missing, and
 * whether it works. One form for keys is open at a time.
 */
export default function Connections({ t }: { t: ConnectionsText }) {
  const list = useRead('connections.list', {}, { every: 30_000 })
  const { role } = useMe()
  return (
    <Reading of={list}>
      {({ connections, hasOwnRoutes }) => (
        <>
          {!mayDo(role, 'connections.set') && <Note kind="hold">{t.ownerOnly}</Note>}
          {hasOwnRoutes && <Note kind="info">{t.ownRoutes}</Note>}
          {(['payment', 'message', 'chain'] as const).map((group) => (
            <Panel key={group} title={t.groups[group].title} note={t.groups[group].note}>
              <ul className="settings">
                {connections
                  .filter((row) => groupOf(row) === group)
                  .map((row) => (
                    <Connection key={row.connection} t={t} row={row} />
                  ))}
              </ul>
            </Panel>
          ))}
          <Panels t={t} />
        </>
      )}
    </Reading>
  )
}

const nameOf = ({ connection }: Row, t: ConnectionsText): string =>
  t.names[connection] ?? t.networks[connection.replace('chain:', '')] ?? connection.replace('chain:', '')
const looks: Readonly<Record<string, string>> = { environment: 'tag ok', console: 'tag ok', simulator: 'tag hold' }

function Connection({ t, row }: { t: ConnectionsText; row: Row }) {
  const { role } = useMe()
  const [{ connection: open }, change] = useAddressValues()
  const { connection, source } = row
  const id = connectionIds.find((each) => each === connection)
  const isOpen = open === connection
  const name = nameOf(row, t)
  return (
    <li>
      <div className="bar">
        <div className="grow">
          <b>{name}</b>{' '}
          <span className={row.isBroken ? 'tag stop' : (looks[source] ?? 'tag')}>{t.sources[source]}</span>
        </div>
        {source !== 'none' && !row.isBroken && <TestButton t={t} row={row} />}
        {id && source !== 'environment' && mayDo(role, 'connections.set') && (
          <button
            type="button"
            className="btn q"
            aria-expanded={isOpen}
            onClick={() => change({ connection: isOpen ? undefined : connection })}
          >
            {isOpen ? t.leave : source === 'console' ? t.change : t.enter}
            <span className="vh"> {name}</span>
          </button>
        )}
        {id && source === 'console' && (
          <ActButton name="connections.remove" given={{ connection: id }} label={t.remove} />
        )}
      </div>
      {row.isBroken && <Note kind="stop">{t.broken}</Note>}
      {isOpen && source === 'environment' && <Note kind="info">{t.environmentWins}</Note>}
      <Lines t={t} row={row} />
      {id && isOpen && source !== 'environment' && <Keys t={t} id={id} hasKeys={source === 'console'} />}
    </li>
  )
}

/** Button that tests a connection to a service. Asks for a phone number only if the test sends an SMS. */
function TestButton({ t, row: { connection, kind } }: { t: ConnectionsText; row: Row }) {
  const given =
    kind === 'sms' ? { connection } : ({ connection, phone: undefined } as unknown as { connection: string })
  return <ActButton name="connections.test" given={given} label={t.test} />
}

function Lines({ t, row }: { t: ConnectionsText; row: Row }) {
  const { source, failure, failedAt, notifyUrl, setAt, setBy } = row
  const isChain = row.kind === 'chain'
  const why = failure === null ? '' : (t.failures[failure] ?? failure)
  return (
    <dl className="kv">
      {row.missing.length > 0 && (
        <Line label={t.missing}>
          <code>{row.missing.join(', ')}</code>
        </Line>
      )}
      {setAt && (
        <Line label={t.saved}>
          <Moment at={setAt} /> {setBy && t.savedBy(setBy)}
        </Line>
      )}
      {row.ids.length > 0 && (
        <Line label={t.ids}>
          {row.ids.map(({ setting, ending }) => `${labelOf(setting, t)} …${ending}`).join(' · ')}
        </Line>
      )}
      <At label={t.former} at={row.formerUntil} />
      {source !== 'none' && (
        <Line label={isChain ? t.read : t.succeeded}>
          {row.succeededAt ? <Moment at={row.succeededAt} /> : t.never}
        </Line>
      )}
      {isChain && failure && <Line label={t.failed}>{why}</Line>}
      <At label={t.failed} at={failedAt} why={why} />
      <At label={t.silent} at={row.silentSince} />
      <At label={t.notified} at={row.notifiedAt} />
      <At label={t.rejected} at={row.rejectedAt} why={t.rejectedWhy} />
      {notifyUrl && (
        <Line label={t.notify}>
          <CopyLine text={notifyUrl} />
        </Line>
      )}
    </dl>
  )
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const At = ({ label, at, why = '' }: { label: string; at: string | null; why?: string }) =>
  at && (
    <Line label={label}>
      <Moment at={at} />
      {why && ` · ${why}`}
    </Line>
  )

function CopyLine({ text }: { text: string }) {
  const { acting } = useVocabulary()
  const { copied, copy } = useCopy()
  return (
    <>
      <code>{text}</code>{' '}
      <button type="button" className="lnk" onClick={() => void copy(text)}>
        {acting.copy}
      </button>{' '}
      <span role="status">{copied && acting.copied}</span>
    </>
  )
}

/**
 * Form for the keys of a connection to a service. Treats the keys as a chosen file, because forms store drafts of texts
 * in the browser but never files.
 */
function Keys({ t, id, hasKeys }: { t: ConnectionsText; id: ConnectionId; hasKeys: boolean }) {
  const control: Control = ({ value, onChange, error, part }) => (
    <KeyFields
      t={t}
      id={id}
      hasKeys={hasKeys}
      wrong={error === undefined ? undefined : { field: part, text: error }}
      values={typeof value === 'object' && 'content' in value ? read(value.content) : {}}
      onChange={(values) => onChange({ name: id, content: JSON.stringify(values) })}
    />
  )
  const given = hasKeys
    ? { connection: id }
    : ({ connection: id, leaked: undefined } as unknown as { connection: typeof id })
  return <ActPanel name="connections.set" given={given} controls={{ values: control }} showsParts />
}

const read = (content: string) => JSON.parse(content) as Readonly<Record<string, string>>

function Panels({ t }: { t: ConnectionsText }) {
  const panels = useRead('tunnels.providers', {})
  return (
    <Panel title={t.groups.panel.title} note={t.groups.panel.note}>
      <Reading of={panels}>
        {({ providers, publicOrigin }) => (
          <ul className="settings">
            {providers.length === 0 && <li className="faint">{t.noPanels}</li>}
            {providers.map(({ provider, kind, compared, error }) => (
              <li key={provider}>
                <div className="bar">
                  <div className="grow">
                    <b>{provider}</b> <span className="faint">{kind}</span>
                  </div>
                  <Link className="lnk" to={actionAddress('tunnels.test-provider', { provider })}>
                    {t.test}
                  </Link>
                </div>
                <dl className="kv">
                  <Line label={t.compared}>{compared ? <Moment at={compared} /> : t.never}</Line>
                  {error !== '' && <Line label={t.failed}>{error}</Line>}
                  {kind === 'remnawave' && (
                    <Line label={t.notify}>
                      <CopyLine text={`${publicOrigin}/webhooks/tunnels/${provider}`} />
                    </Line>
                  )}
                </dl>
              </li>
            ))}
            <li>
              <Link className="lnk" to="/console/system/tunnels">
                {t.panels}
              </Link>
              {' · '}
              <Link className="lnk" to="/console/system/notifications">
                {t.alerts}
              </Link>
            </li>
          </ul>
        )}
      </Reading>
    </Panel>
  )
}

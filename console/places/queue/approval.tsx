import { useParams } from 'react-router'
import { ActPanel } from '#console/act/act-panel.tsx'
import { Effects } from '#console/act/effects.tsx'
import { DeniedReason } from '#console/act/denied-reason.tsx'
import { isActionName, mayDo } from '#console/client/action-traits.ts'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { Output } from '#console/client/wire.ts'
import { Moment } from '#console/list/age.tsx'
import { Note } from '#console/frame/note.tsx'
import { Line } from '#console/frame/output-line.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/reading.tsx'
import { Json, Value } from '#console/list/value.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'

export function Approval({ t }: { t: QueueText }) {
  const { id = '' } = useParams()
  const shown = useRead('approvals.show', { id })
  return <Reading of={shown}>{(proposal) => <Proposal t={t} id={id} proposal={proposal} />}</Reading>
}

type Props = { readonly t: QueueText; readonly id: string; readonly proposal: Output<'approvals.show'> }

function Proposal({ t, id, proposal }: Props) {
  const { label, field } = useVocabulary()
  const me = useMe()
  const { action, why, whyNow, preparedBy, preparedAt, stoppedAt, input, before, now, refusal } = proposal
  // True if this operator may not decide the proposal, because that needs the right to run the action. Proposers can
  // always withdraw their own.
  const isClosed = isActionName(action) && !mayDo(me.role, action)
  return (
    <>
      <Panel
        title={isActionName(action) ? label(action) : action}
        note={
          <>
            {t.preparedBy(preparedBy)}, <Moment at={preparedAt} />
          </>
        }
      >
        <div className="in stack">
          <Note kind="hold">{why}</Note>
          {stoppedAt !== null && <Note kind="stop">{t.stopped}</Note>}
          {refusal === null && whyNow !== why && <Note kind="info">{whyNow ?? t.oneDoes}</Note>}
          <h3>{t.input}</h3>
          <dl className="kv">
            {Object.entries(input).map(([name, value]) => (
              <Line key={name} label={field(name)}>
                {isLong(value) ? <Json value={value} /> : <Value name={name} shape={undefined} value={value} />}
              </Line>
            ))}
          </dl>
        </div>
      </Panel>
      <div className="cols even">
        <Panel title={t.asPrepared}>
          {before === null ? (
            <div className="in">
              <Note kind="info">{t.notShown}</Note>
            </div>
          ) : (
            <Came action={action} output={before} />
          )}
        </Panel>
        <Panel title={t.now}>
          {refusal === null ? (
            <Came action={action} output={now} />
          ) : (
            <div className="in">
              <Note kind="stop">{refusal}</Note>
            </div>
          )}
        </Panel>
      </div>
      <div className="cols even">
        <Panel title={t.grant}>
          <div className="in">
            {isClosed ? <DeniedReason name={action} /> : <ActPanel name="approvals.grant" given={{ id }} />}
          </div>
        </Panel>
        <Panel title={t.refuse}>
          <div className="in">
            {isClosed && me.name !== preparedBy ? (
              <DeniedReason name={action} />
            ) : (
              <ActPanel name="approvals.refuse" given={{ id }} />
            )}
          </div>
        </Panel>
      </div>
    </>
  )
}

const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > 200

function Came({ action, output }: { action: string; output: unknown }) {
  const vocabulary = useVocabulary()
  if (!isActionName(action) || typeof output !== 'object' || output === null) return <Json value={output} />
  return (
    <div className="effect bare">
      <Effects shape={vocabulary.action(action).output} output={output as Readonly<Record<string, unknown>>} />
    </div>
  )
}

import { useState } from 'react'
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
import { Reading } from '#console/frame/query-state.tsx'
import { Json, Value } from '#console/list/value.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'

export function Approval({ t }: { t: QueueText }) {
  const { id = '' } = useParams()
  return <Loaded key={id} t={t} id={id} />
}

function Loaded({ t, id }: { t: QueueText; id: string }) {
  const [decision, decide] = useState<Decision | null>(null)
  const shown = useRead('approvals.show', { id }, { enabled: decision === null })
  // A decided proposal can no longer be read, so its last state stays beside the outcome.
  const of = decision === null ? shown : { ...shown, error: null }
  return (
    <Reading of={of as typeof shown}>
      {(proposal) => <Proposal t={t} id={id} proposal={proposal} decision={decision} onDecide={decide} />}
    </Reading>
  )
}

type Decision = 'grant' | 'refuse'
type Props = {
  readonly t: QueueText
  readonly id: string
  readonly proposal: Output<'approvals.show'>
  readonly decision: Decision | null
  readonly onDecide: (decision: Decision) => void
}

function Proposal({ t, id, proposal, decision, onDecide }: Props) {
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
        {decision !== 'refuse' && (
          <Panel title={t.grant}>
            <div className="in">
              {isClosed ? (
                <DeniedReason name={action} />
              ) : (
                <ActPanel name="approvals.grant" given={{ id }} onDone={() => onDecide('grant')} />
              )}
            </div>
          </Panel>
        )}
        {decision !== 'grant' && (
          <Panel title={t.refuse}>
            <div className="in">
              {isClosed && me.name !== preparedBy ? (
                <DeniedReason name={action} />
              ) : (
                <ActPanel name="approvals.refuse" given={{ id }} onDone={() => onDecide('refuse')} />
              )}
            </div>
          </Panel>
        )}
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

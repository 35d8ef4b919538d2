import { Link, useParams } from 'react-router'
import { ActPanel } from '#console/act/act-panel.tsx'
import { PayersOfCase } from '#console/act/payer-rows.tsx'
import { plainShape } from '#console/client/shape.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { Output } from '#console/client/wire.ts'
import { ListPanel } from '#console/list/list-panel.tsx'
import { Moment } from '#console/list/age.tsx'
import { Note } from '#console/frame/note.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import { SchemaTable } from '#console/list/schema-table.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'

type Props = { readonly t: QueueText }

export const Cases = ({ t }: Props) => (
  <ListPanel
    name="cases.list"
    input={{}}
    rowsOf="items"
    without={['id', 'rules']}
    renderActions={({ id, rules }) => (
      <>
        <span>{inWords(rules, t)}</span> <Link to={`/console/queue/cases/${id}`}>{t.openCase}</Link>
      </>
    )}
  />
)

const inWords = (rules: string, t: QueueText): string =>
  rules
    .split(', ')
    .map((rule) => t.rules[rule] ?? rule)
    .join('; ')

export function CaseFile({ t }: Props) {
  const { id = '' } = useParams()
  const shown = useRead('cases.show', { id })
  return <Reading of={shown}>{(file) => <Found t={t} file={file} />}</Reading>
}

function Found({ t, file }: Props & { readonly file: Output<'cases.show'> }) {
  const { action } = useVocabulary()
  const { id, state, since, by, reason, events, moreEvents, traits, earned, moreEarned, costs } = file
  const shapeOf = (name: 'events' | 'traits' | 'earned' | 'costs') =>
    plainShape(action('cases.show').output.properties?.[name])
  const seen = events.map((event) => ({
    ...event,
    rule: t.rules[event.rule] ?? event.rule,
    act: t.acts[event.act] ?? event.act,
  }))
  const shared = traits.map((each) => ({ ...each, trait: t.kinds[each.trait] ?? each.trait }))
  return (
    <div className="stack">
      <Panel
        title={t.seen}
        note={
          <>
            {t.caseIs[state] ?? state}, <Moment at={since} />
          </>
        }
      >
        {reason !== null && (
          <div className="in">
            <Note kind="info">{`${by}: ${reason}`}</Note>
          </div>
        )}
        <SchemaTable caption={t.seen} shape={shapeOf('events')} rows={seen} />
        <More t={t} count={moreEvents} />
      </Panel>
      <Panel title={t.shared} note={t.sharedNote}>
        <SchemaTable caption={t.shared} shape={shapeOf('traits')} rows={shared} />
      </Panel>
      <PayersOfCase id={id} more={t.morePayers} />
      <Panel title={t.earned}>
        <SchemaTable caption={t.earned} shape={shapeOf('earned')} rows={earned} />
        <More t={t} count={moreEarned} />
      </Panel>
      <Panel title={t.costs}>
        <SchemaTable caption={t.costs} shape={shapeOf('costs')} rows={costs} />
      </Panel>
      {state === 'open' && (
        <div className="cols even">
          {(['cases.release', 'cases.void'] as const).map((name) => (
            <Decision key={name} name={name} id={id} />
          ))}
        </div>
      )}
    </div>
  )
}

/** Notice that a fraud case has more entries than are listed; these count in its cost and in the decision. */
const More = ({ t, count }: Props & { readonly count: number }) =>
  count > 0 && (
    <div className="in">
      <Note kind="info">{t.more(count)}</Note>
    </div>
  )

function Decision({ name, id }: { readonly name: 'cases.release' | 'cases.void'; readonly id: string }) {
  const { label } = useVocabulary()
  return (
    <Panel title={label(name)}>
      <div className="in">
        <ActPanel name={name} given={{ id }} />
      </div>
    </Panel>
  )
}

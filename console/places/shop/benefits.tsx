import { ActOf } from '#console/act/act-button.tsx'
import { useAddressValues } from '#console/client/address-values.ts'
import { countText } from '#console/client/display.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { Output } from '#console/client/wire.ts'
import { DataTable, type Column } from '#console/list/data-table.tsx'
import { ListPanel } from '#console/list/list-panel.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'

type Level = Output<'benefits.list'>['levels'][number]

const looks = { 'in stock': 'ok', 'running low': 'hold', 'none left': 'stop', discontinued: 'info' } as const
const parts = ['unclaimed', 'claimed', 'lapsed'] as const

export function Benefits() {
  const { label, field, value, language } = useVocabulary()
  const [{ kind: chosen }] = useAddressValues()
  const levels = useRead('benefits.list', {})
  const counted = (name: 'inStock' | 'claimed' | 'lapsed' | 'outOfUse'): Column<Level> => ({
    id: name,
    label: field(name),
    right: true,
    render: (level) => countText(level[name]),
  })
  const columns: readonly Column<Level>[] = [
    {
      id: 'names',
      label: field('names'),
      render: ({ kind, names }) => (
        <>
          <a className="lnk" href={`#kind=${kind}`}>
            {names[language]}
          </a>
          <small className="sub">{kind}</small>
        </>
      ),
    },
    {
      id: 'state',
      label: field('state'),
      render: ({ state }) => <span className={`tag ${looks[state]}`}>{value(state)}</span>,
    },
    counted('inStock'),
    counted('claimed'),
    counted('lapsed'),
    counted('outOfUse'),
  ]
  return (
    <>
      <Panel title={label('benefits.list')} aside={<ActOf name="benefits.import" look="plate" />}>
        <Reading of={levels}>
          {(data) => (
            <DataTable
              caption={label('benefits.list')}
              columns={columns}
              rows={data.levels}
              keyOf={({ kind }) => kind}
              isCurrent={({ kind }) => kind === chosen}
              renderActions={({ kind, state }) =>
                state === 'discontinued' ? (
                  <ActOf name="benefits.resume" given={{ kind }} />
                ) : (
                  <>
                    <ActOf name="benefits.import" given={{ kind }} />
                    <ActOf name="benefits.describe" given={{ kind }} />
                    <ActOf name="benefits.end" given={{ kind }} />
                  </>
                )
              }
            />
          )}
        </Reading>
      </Panel>
      {chosen !== undefined && (
        <Accounts kind={chosen} names={levels.data?.levels.find(({ kind }) => kind === chosen)?.names[language]} />
      )}
    </>
  )
}

function Accounts({ kind, names }: { readonly kind: string; readonly names: string | undefined }) {
  const { field, value, acting } = useVocabulary()
  const [{ part: chosen }, setValues] = useAddressValues()
  const part = parts.find((each) => each === chosen)
  return (
    <ListPanel
      key={kind}
      name="benefits.list"
      title={names ?? kind}
      input={{ kind, ...(part && { part }) }}
      rowsOf="items"
      without={['link']}
      aside={
        <label className="bar">
          <span className="dim">{field('state')}</span>
          <select
            className="sel auto"
            value={part ?? ''}
            onChange={({ target }) => setValues({ kind, part: target.value })}
          >
            <option value="">{acting.all}</option>
            {parts.map((each) => (
              <option key={each} value={each}>
                {value(each)}
              </option>
            ))}
          </select>
        </label>
      }
      renderActions={({ account }) => <ActOf name="benefits.withdraw" given={{ kind, account }} />}
    />
  )
}

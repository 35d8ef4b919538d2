import { useState } from 'react'
import { Link } from 'react-router'
import { hitAddress } from '#console/client/addresses.ts'
import { useAddressValues } from '#console/client/address-values.ts'
import { uidText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useRead } from '#console/client/use-read.ts'
import type { RowOf } from '#console/client/wire.ts'
import type { DeskText } from '#console/text/en/desk.ts'
import { DataTable, type Column } from './data-table.tsx'
import { Moment } from './age.tsx'
import { Panel } from './panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import { Sum } from './value.tsx'

type Hit = RowOf<'search.find', 'hits'>

export function Finder({ t }: { t: DeskText }) {
  const [{ query = '' }, setValues] = useAddressValues()
  const [typed, setTyped] = useState(query)
  return (
    <>
      <form
        className="bar"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          setValues({ query: typed.trim() })
        }}
      >
        <label className="grow">
          <span className="vh">{t.find.label}</span>
          <input
            className="in-t"
            type="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            placeholder={t.find.hint}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <button type="submit" className="btn">
          {t.find.go}
        </button>
      </form>
      {query !== '' && <Found key={query} query={query} t={t} />}
    </>
  )
}

function Found({ query, t }: { query: string; t: DeskText }) {
  const { language } = useSpoken()
  const hits = useRead('search.find', { query })
  const { columns: names, kinds } = t.find
  const columns: readonly Column<Hit>[] = [
    { id: 'what', label: names.what, render: ({ kind }) => kinds[kind] },
    {
      id: 'name',
      label: names.name,
      render: (hit) => (
        <>
          <Link to={hitAddress(hit)}>{hit.kind === 'person' ? uidText(hit.id) : hit.title}</Link>
          <small className="sub">{hit.kind === 'person' ? hit.title : hit.product?.[language]}</small>
        </>
      ),
    },
    { id: 'state', label: names.state, render: ({ state }) => t.words[state] ?? state },
    { id: 'sum', label: names.sum, right: true, render: ({ sum }) => sum && <Sum of={sum} /> },
    { id: 'at', label: names.at, render: ({ at }) => at && <Moment at={at} /> },
    { id: 'until', label: names.until, render: ({ until }) => until && <Moment at={until} /> },
  ]
  return (
    <Panel title={t.find.results(query)}>
      <Reading of={hits}>
        {(data) => (
          <DataTable
            caption={t.find.results(query)}
            columns={columns}
            rows={data.hits}
            keyOf={({ kind, id }, index) => `${kind} ${id} ${index}`}
            none={t.find.nothing}
          />
        )}
      </Reading>
    </Panel>
  )
}

import { listCountries } from '#shared/countries.ts'
import type { Shape } from '#console/client/shape.ts'
import type { FormValue, Wiring } from './form-values.ts'
import { PickRecord } from './pick-record.tsx'
import { FileRows, OldPlans, OrderLines, PayoutRows } from './record-rows.tsx'
import { useVocabulary } from '#console/client/vocabulary.ts'

type Props = {
  readonly wiring: Wiring
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Select box with the names of all countries in the operator's language. */
function PickCountry({ wiring, value, onChange }: Props) {
  const { language, acting } = useVocabulary()
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const all = listCountries().map((code) => ({ code, name: names.of(code) ?? code }))
  return (
    <select className="sel" {...wiring} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{acting.notSaid}</option>
      {all
        .toSorted((one, other) => one.name.localeCompare(other.name, language))
        .map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
    </select>
  )
}

/**
 * Input for texts, one in each row. The value joins the rows with line ends; an empty row is one that the operator is
 * about to fill. Commas also end a network, because links contain lists of them.
 */
function TextRows({
  wiring,
  label,
  value,
  onChange,
  shape,
}: Props & { readonly label: string; readonly shape: Shape }) {
  const { acting } = useVocabulary()
  const rows = (shape.rows === 'networks' ? value.replaceAll(',', '\n') : value)
    .split('\n')
    .map((row) => row.trimStart())
  const write = (next: readonly string[]) => onChange(next.join('\n'))
  return (
    <div className="stack">
      {rows.map((row, index) => (
        <div className="bar" key={index}>
          <input
            className="in-t grow"
            {...wiring}
            id={index === 0 ? wiring.id : undefined}
            aria-label={index === 0 ? undefined : `${label} ${index + 1}`}
            inputMode="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={shape.rows === 'networks' ? '203.0.113.7, 2001:db8::/48' : undefined}
            value={row}
            onChange={({ target }) => write(rows.with(index, target.value))}
          />
          {rows.length > 1 && (
            <button type="button" className="lnk" onClick={() => write(rows.filter((_row, other) => other !== index))}>
              {acting.removeRow}
            </button>
          )}
        </div>
      ))}
      <button type="button" className="btn q" disabled={rows.at(-1) === ''} onClick={() => write([...rows, ''])}>
        {acting.addRow}
      </button>
    </div>
  )
}

type FieldProps = Props & {
  readonly label: string
  readonly shape: Shape
  readonly record: FormValue | undefined
  /** True if an empty field means all records. */
  readonly isFilter: boolean
}

/** Inputs for countries, records and rows. They are loaded on first use, because few forms have them. */
export default function PlaceField(props: FieldProps) {
  const { pick, rows } = props.shape
  if (pick === 'country') return <PickCountry {...props} />
  if (pick) return <PickRecord {...props} source={pick} />
  if (rows === 'orders') return <OrderLines {...props} />
  if (rows === 'payouts') return <PayoutRows {...props} />
  if (rows === 'files') return <FileRows {...props} />
  if (rows === 'oldPlans') return <OldPlans {...props} />
  return <TextRows {...props} />
}

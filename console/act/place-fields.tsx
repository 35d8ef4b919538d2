import { listCountries } from '#shared/countries.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'

/** HTML attributes that tie an input to its label, hint and error. */
export type Wiring = {
  readonly id: string
  readonly name: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

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
 * Inputs for IP addresses and networks, one per row. The value joins the rows with commas; an empty row is one that the
 * operator is about to fill.
 */
function NetworkRows({ wiring, label, value, onChange }: Props & { readonly label: string }) {
  const { acting } = useVocabulary()
  const rows = value.split(',').map((row) => row.trim())
  const write = (next: readonly string[]) => onChange(next.join(','))
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
            placeholder="203.0.113.7, 2001:db8::/48"
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

/** Input for countries or networks. Loaded on first use, because few forms have such fields. */
export default function PlaceField({
  kind,
  ...props
}: Props & { readonly kind: 'country' | 'rows'; readonly label: string }) {
  return kind === 'country' ? <PickCountry {...props} /> : <NetworkRows {...props} />
}

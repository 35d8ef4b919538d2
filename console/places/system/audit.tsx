import { Link } from 'react-router'
import { actionAddress } from '#console/client/addresses.ts'
import { useAddressValues } from '#console/client/address-values.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { ListPanel } from '#console/list/list-panel.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'

const filters = ['operator', 'action', 'subject'] as const

export function Audit({ t }: { t: SystemText }) {
  const { field } = useVocabulary()
  const [values, setValues] = useAddressValues()
  const chosen = Object.fromEntries(filters.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))
  return (
    <ListPanel
      name="audit.list"
      input={chosen}
      rowsOf="items"
      without={['id']}
      aside={
        <span className="bar">
          {filters.map((name) => (
            <label className="bar" key={name}>
              <span className="dim">{field(name)}</span>
              <input
                className="in-t sel auto"
                key={values[name] ?? ''}
                defaultValue={values[name] ?? ''}
                onBlur={(event) => setValues({ ...chosen, [name]: event.target.value.trim() })}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') setValues({ ...chosen, [name]: event.currentTarget.value.trim() })
                }}
              />
            </label>
          ))}
        </span>
      }
      renderActions={({ id }) => (
        <Link className="lnk" to={actionAddress('audit.show', { id })}>
          {t.show}
        </Link>
      )}
    />
  )
}

import { Link } from 'react-router'
import { actionAddress } from '#console/client/addresses.ts'
import { useAddressValues } from '#console/client/address-values.ts'
import { actionNames, actionTraits } from '#console/client/action-traits.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { FilterSelect } from '#console/list/filters.tsx'
import { ListPanel } from '#console/list/list-panel.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'

const filters = ['operator', 'action', 'subject'] as const

/** Audited actions of the product that no form runs. */
const others = [
  ...['sign-in', 'accept', 'change-secret', 'add-passkey', 'remove-passkey'].map((name) => `operators.${name}`),
  'approvals.ask',
  'exports.read',
]

export function Audit({ t }: { t: SystemText }) {
  const { field, label, value, acting, language } = useVocabulary()
  const actions = [
    ...actionNames
      .filter((name) => actionTraits[name].kind === 'act')
      .map((name) => ({ value: name, label: label(name) })),
    ...others.map((name) => ({ value: name, label: value(name) })),
  ].toSorted((one, other) => one.label.localeCompare(other.label, language))
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
          {filters.map((name) =>
            name === 'action' ? (
              <FilterSelect
                key={name}
                name={name}
                any={acting.all}
                options={actions}
                value={values.action}
                onChoose={(_, action) => setValues({ ...chosen, action })}
              />
            ) : (
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
            ),
          )}
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

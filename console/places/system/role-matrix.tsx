import { operatorRoles, mayAct } from '#shared/contract/operator/roles.ts'
import { listComma } from '#shared/punctuation.ts'
import type { ActionName } from '#shared/contract/operator.ts'
import { placeNames, placeOf } from '#shared/contract/operator/places.ts'
import { actionNames, actionTraits } from '#console/client/action-traits.ts'
import { useSpoken } from '#console/client/language.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { DataTable, type Column } from '#console/list/data-table.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'

const acts = actionNames.filter((name) => actionTraits[name].kind === 'act')

/** Every act with the roles that may do it, and what it takes beyond the role, by the place that it belongs to. */
export function RoleMatrix({ t }: { t: SystemText }) {
  const { t: shell, language } = useSpoken()
  const { label, action } = useVocabulary()
  const needs = (name: ActionName): string => {
    const { stepUp, second } = action(name)
    return [stepUp && t.needs.code, second && t.needs.two].filter(Boolean).join(listComma(language))
  }
  const columns: readonly Column<ActionName>[] = [
    { id: 'act', label: shell.list.actions, render: label },
    ...operatorRoles.map((role): Column<ActionName> => ({
      id: role,
      label: shell.roles[role],
      render: (name) => {
        if (!mayAct(role, actionTraits[name])) return <span className="faint">{shell.list.no}</span>
        return <b>{needs(name) || shell.list.yes}</b>
      },
    })),
  ]
  return (
    <Panel title={t.matrix} foot={t.matrixFrom}>
      {placeNames.map((place) => {
        const rows = acts.filter((name) => placeOf(name) === place)
        const title = shell.places[place]
        return rows.length === 0 ? null : (
          <details key={place}>
            <summary>
              {title} <span className="dim">{rows.length}</span>
            </summary>
            <DataTable caption={`${t.matrix}: ${title}`} columns={columns} rows={rows} keyOf={(name) => name} />
          </details>
        )
      })}
    </Panel>
  )
}

import { useState } from 'react'
import { operatorRoles, mayAct, type OperatorRole, giftLimits } from '#shared/contract/operator/roles.ts'
import { listComma } from '#shared/language.ts'
import type { ActionName } from '#shared/contract/operator.ts'
import { placeOf } from '#shared/contract/operator/place-of.ts'
import { placeNames } from '#shared/contract/operator/console-places.ts'
import { actionNames, actionTraits } from '#console/client/action-traits.ts'
import { useSpoken } from '#console/client/language.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { DataTable, type Column } from '#console/list/data-table.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'

const acts = actionNames.filter((name) => actionTraits[name].kind === 'act')

/**
 * Table of actions by console section, with the roles that may run them and extra requirements. Filtered-out rows are
 * collapsed below, so that the browser's page search still finds and opens them.
 */
export function RoleMatrix({ t }: { t: SystemText }) {
  const { t: shell, language } = useSpoken()
  const { label, about, action, acting } = useVocabulary()
  const [filter, setFilter] = useState('')
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const needs = (name: ActionName): string => {
    const { stepUp, second } = action(name)
    return [stepUp && t.needs.code, second && t.needs.two].filter(Boolean).join(listComma(language))
  }
  const limits = useRead('limits.show', {}).data?.limits
  const giftDays = (role: OperatorRole) =>
    role === 'viewer' ? undefined : limits?.find(({ limit }) => limit === giftLimits[role])?.now
  const matches = (name: ActionName): boolean => {
    const said = `${name} ${label(name)} ${about(name)} ${needs(name)}`.toLowerCase()
    return words.every((word) => said.includes(word))
  }
  const columns: readonly Column<ActionName>[] = [
    {
      id: 'act',
      label: shell.list.actions,
      render: (name) => (
        <>
          {label(name)}
          <small className="sub">
            <code>{name}</code>
          </small>
        </>
      ),
    },
    ...operatorRoles.map((role): Column<ActionName> => ({
      id: role,
      label: shell.roles[role],
      render: (name) => {
        if (!mayAct(role, actionTraits[name])) return <span className="faint">{shell.list.no}</span>
        const days = name === 'people.give-time' ? giftDays(role) : undefined
        return <b>{days === undefined ? needs(name) || shell.list.yes : t.upTo(days)}</b>
      },
    })),
  ]
  const found = words.length === 0 ? [] : acts.filter(matches)
  return (
    <Panel
      title={t.matrix}
      note={<span role="status">{words.length > 0 && t.matching(found.length, acts.length)}</span>}
      aside={
        <label className="bar">
          <span>{acting.filter}</span>
          <input
            className="in-t sel auto"
            type="search"
            autoComplete="off"
            spellCheck={false}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        </label>
      }
      foot={t.matrixFrom}
    >
      {placeNames.map((place) => {
        const rows = acts.filter((name) => placeOf(name) === place)
        const here = rows.filter((name) => found.includes(name))
        const rest = rows.filter((name) => !here.includes(name))
        const title = shell.places[place]
        const table = (names: readonly ActionName[]) => (
          <DataTable caption={`${t.matrix}: ${title}`} columns={columns} rows={names} keyOf={(name) => name} />
        )
        return rows.length === 0 ? null : (
          <details key={place} open={here.length > 0}>
            <summary>
              {title}{' '}
              <span className="dim">{words.length === 0 ? rows.length : t.ofAll(here.length, rows.length)}</span>
            </summary>
            {table(here.length > 0 ? here : rows)}
            {here.length > 0 && rest.length > 0 && (
              <details>
                <summary>{t.others(rest.length)}</summary>
                {table(rest)}
              </details>
            )}
          </details>
        )
      })}
    </Panel>
  )
}

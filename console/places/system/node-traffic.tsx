import { dateText } from '#console/client/display.ts'
import { useAddressValues } from '#console/client/address-values.ts'
import { plainShape } from '#console/client/shape.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { Output } from '#console/client/wire.ts'
import { Reading } from '#console/frame/query-state.tsx'
import { DataTable } from '#console/list/data-table.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Plot } from '#console/list/plot.tsx'
import type { NodeWizardText } from '#console/text/en/places/node-wizard.ts'

type Traffic = Output<'nodes.traffic'>
type Props = { readonly t: NodeWizardText }

const shownDays = 30
const dayMs = 86_400_000

/** Chart of the traffic of one node on each of the last 30 days, with a choice of the node. */
export default function NodeTraffic({ t }: Props) {
  const traffic = useRead('nodes.traffic', {})
  return <Reading of={traffic}>{(data) => <Found t={t} of={data} />}</Reading>
}

function Found({ t: { node: label, traffic: t }, of: { today, days } }: Props & { readonly of: Traffic }) {
  const { language, action } = useVocabulary()
  const [{ node: asked }, change] = useAddressValues()
  const nodes = [...new Set(days.map(({ node }) => node))]
  const node = asked !== undefined && nodes.includes(asked) ? asked : nodes[0]
  if (node === undefined)
    return (
      <Panel title={t.title} note={t.note}>
        <p className="faint in">{plainShape(action('nodes.traffic').output.properties?.days)?.none}</p>
      </Panel>
    )
  const say = (bytes: number) => {
    const gigabytes = bytes / 1e9
    return `${gigabytes.toLocaleString(language, { maximumFractionDigits: gigabytes < 10 ? 1 : 0 })} GB`
  }
  const rows = Array.from({ length: shownDays }, (_, at) => {
    const day = new Date(Date.parse(today) - (shownDays - 1 - at) * dayMs).toISOString().slice(0, 10)
    return { day, bytes: days.find((row) => row.node === node && row.day === day)?.bytes ?? 0 }
  })
  const sum = say(rows.reduce((total, { bytes }) => total + bytes, 0))
  const best = rows.reduce((most, row) => (row.bytes > most.bytes ? row : most))
  return (
    <Panel
      title={t.title}
      note={t.note}
      aside={
        <select
          className="sel auto"
          aria-label={label}
          value={node}
          onChange={({ currentTarget }) => change({ node: currentTarget.value })}
        >
          {nodes.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      }
    >
      <p className="faint in">{t.sum(sum, say(best.bytes), dateText(best.day, language))}</p>
      <Plot
        label={t.chart(node, sum)}
        of={t.day}
        every={[6, 15]}
        names={rows.map(({ day }) => dateText(day, language))}
        say={say}
        series={[{ name: node, values: rows.map(({ bytes }) => bytes), look: 'bars', color: 'plate' }]}
      />
      <details>
        <summary>{t.asTable}</summary>
        <DataTable
          caption={t.title}
          rows={rows.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { id: 'day', label: t.day, render: ({ day }) => dateText(day, language) },
            { id: 'bytes', label: node, right: true, render: ({ bytes }) => say(bytes) },
          ]}
        />
      </details>
    </Panel>
  )
}

import type { ReactNode } from 'react'
import type { RowOf } from '#console/client/wire.ts'
import type { DeskText } from '#console/text/en/desk.ts'
import { Line } from '#console/frame/output-line.tsx'
import { Panel } from './panel.tsx'

type Props = {
  readonly t: DeskText
  readonly rows: readonly RowOf<'people.show', 'tunnels'>[]
  readonly aside?: ReactNode
}

export const TunnelRows = ({ t, rows, aside }: Props) => (
  <Panel title={t.tunnels.title} aside={aside}>
    {rows.length === 0 ? (
      <p className="in faint">{t.tunnels.none}</p>
    ) : (
      <dl className="kv in">
        {rows.map(({ provider, open, behind, failures, note }) => (
          <Line key={provider} label={provider}>
            <span className={open ? 'tag ok' : 'tag'}>{open ? t.tunnels.open : t.tunnels.closed}</span>{' '}
            {behind && <span className="tag hold">{t.tunnels.behind}</span>}{' '}
            {failures > 0 && t.tunnels.failures(failures)} {note}
          </Line>
        ))}
      </dl>
    )}
  </Panel>
)

import { alertChannels, alertTable, type AlertChannel, type AlertKind } from '#shared/alert-kinds.ts'
import type { Output } from '#console/client/wire.ts'
import type { SystemText } from '#console/text/en/places/system.ts'

type Props = {
  readonly t: SystemText
  readonly kinds: Output<'notifications.show'>['kinds']
  readonly onChange: (change: { mail?: readonly AlertKind[]; webhook?: readonly AlertKind[] }) => void
} & Readonly<Record<AlertChannel, readonly AlertKind[]>>

export function KindMatrix({ t: { notifications: t, alertWords, alerts }, kinds, onChange, ...chosen }: Props) {
  const toggle = (channel: AlertChannel, kind: AlertKind, isOn: boolean) =>
    onChange({ [channel]: isOn ? [...chosen[channel], kind] : chosen[channel].filter((each) => each !== kind) })
  return (
    <div className="scroll">
      <table className="kinds">
        <caption className="vh">{t.kinds}</caption>
        <thead>
          <tr>
            <th scope="col">{t.kinds}</th>
            {alertChannels.map((channel) => (
              <th key={channel} scope="col">
                {t[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, urgent }) => (
            <tr key={kind}>
              <th scope="row">
                {alertWords[kind].title} {urgent && <span className="tag stop">{alerts.urgent}</span>}
                {alertTable[kind].urgent === 'worse' && <span className="tag hold">{alerts.urgentWorse}</span>}
              </th>
              {alertChannels.map((channel) => (
                <td key={channel}>
                  <label className="flag">
                    <input
                      type="checkbox"
                      aria-label={`${alertWords[kind].title}: ${t[channel]}`}
                      checked={chosen[channel].includes(kind)}
                      onChange={(event) => toggle(channel, kind, event.target.checked)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

import { isRecord } from '#server/platform/is-record.ts'
import type { PanelAnswer } from './panel-http.ts'
import { PanelRefused } from './port.ts'

/** What a panel says of why not, in a few characters that a terminal and a log may show. */
export function sayRefusal({ status, json }: PanelAnswer): PanelRefused {
  const said = isRecord(json)
    ? [json.errorCode, json.message, json.detail].filter((part) => typeof part === 'string')
    : []
  const words = said
    .join(' ')
    .replaceAll(/[^\x20-\x7e]/g, ' ')
    .slice(0, 120)
  if (status < 300) return new PanelRefused('its answer has another shape than any that is known')
  return new PanelRefused(words === '' ? `HTTP ${status}` : `HTTP ${status}: ${words}`)
}

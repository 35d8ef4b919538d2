import { isRecord } from '#server/platform/read-body.ts'
import { sentence } from '#text/sentence.ts'
import type { PanelAnswer } from './panel-http.ts'
import { PanelRefused } from './port.ts'

export function toPanelRefusal({ status, json }: PanelAnswer): PanelRefused {
  if (status < 300)
    return new PanelRefused('its answer has another shape than any that is known', sentence('panelFault.shape'))
  const said = isRecord(json) ? [json.errorCode, json.message, ...reasonsOf(json.detail), ...faultsOf(json.errors)] : []
  const words = said
    .filter((part) => typeof part === 'string')
    .join(' ')
    .replaceAll(/[^\x20-\x7e]/g, ' ')
    .slice(0, 120)
  return new PanelRefused(words === '' ? `HTTP ${status}` : `HTTP ${status}: ${words}`)
}

/** Reasons in Marzban's error `detail`: a sentence, or an object with a sentence for each field. */
const reasonsOf = (detail: unknown): unknown[] =>
  isRecord(detail) ? Object.entries(detail).map(([field, reason]) => `${field}: ${String(reason)}`) : [detail]

/** Reasons in Remnawave's list of invalid fields. */
const faultsOf = (errors: unknown): unknown[] =>
  Array.isArray(errors)
    ? errors.map(
        (fault) => isRecord(fault) && Array.isArray(fault.path) && `${fault.path.join('.')}: ${String(fault.message)}`,
      )
    : []

import { isRecord } from '#server/platform/is-record.ts'

/** How the service stands: as it should, worse than it should, or not at all. */
export type ServiceState = 'clear' | 'slow' | 'down'

const states: Readonly<Record<string, ServiceState>> = {
  none: 'clear',
  minor: 'slow',
  maintenance: 'slow',
  major: 'down',
  critical: 'down',
}

/** What a `status.json` in the format of Statuspage says; null where it is something else. */
export function parseStatus(body: unknown): ServiceState | null {
  const status = isRecord(body) ? body.status : null
  const indicator = isRecord(status) ? status.indicator : null
  return typeof indicator === 'string' && Object.hasOwn(states, indicator) ? (states[indicator] ?? null) : null
}

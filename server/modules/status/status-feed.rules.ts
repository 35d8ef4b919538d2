export type ServiceState = 'clear' | 'slow' | 'down'

const states: Readonly<Record<string, ServiceState>> = {
  none: 'clear',
  minor: 'slow',
  maintenance: 'slow',
  major: 'down',
  critical: 'down',
}

/** Reads the state of a service from the file `status.json` of a status page by Statuspage; null if invalid. */
export function parseStatus(body: unknown): ServiceState | null {
  const indicator = memberOf(memberOf(body, 'status'), 'indicator')
  return typeof indicator === 'string' && Object.hasOwn(states, indicator) ? (states[indicator] ?? null) : null
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

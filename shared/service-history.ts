/** Parts of the service whose availability the server measures, in display order. */
export const services = ['servers', 'access', 'payments'] as const
export type Service = (typeof services)[number]
/** State of a service. `partly`: some servers, panels or payment providers are unavailable; `down`: all of them. */
export type ServiceState = 'up' | 'partly' | 'down'

/** Number of days, including today, that the status page shows. */
export const historyDays = 90

/** Measurements of one day (UTC), taken once a minute. */
export type ServiceDay = {
  readonly day: string
  readonly minutes: number
  readonly partly: number
  readonly down: number
}
export type ServiceHistory = {
  readonly service: Service
  /** Last day shown (UTC), which is today, measured or not. */
  readonly until: string
  /** Days with measurements, oldest first. */
  readonly days: readonly ServiceDay[]
  /** Share of minutes in which the service was not down, in percent; null until enough days are measured. */
  readonly uptime: { readonly percent: string; readonly days: number } | null
}

import type { Service } from '#shared/service-history.ts'

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

const history = {
  title: 'Status history',
  description: (brand: string, days: number) =>
    `How often the servers, access and payments of ${brand} were down in the last ${days} days, as measured once a minute.`,
  headline: 'How the road was.',
  lead: (days: number) =>
    `The last ${days} days, as our own system measured them once a minute. Days are in UTC. Days that were not measured are marked.`,
  names: { servers: 'VPN servers', access: 'Activation', payments: 'Payments' } satisfies Record<Service, string>,
  notes: {
    servers: 'Our servers report every minute. “Down” means that none of them did.',
    access: 'Whether a new plan works within five minutes.',
    payments: 'Whether payment providers and networks answer.',
  } satisfies Record<Service, string>,
  uptime: (percent: string, days: number) => `${percent} % uptime, measured on ${plural(days, 'day')}`,
  tooEarly: 'Not measured long enough for a percentage.',
  picture: (up: number, partly: number, down: number, none: number) =>
    `${plural(up, 'day')} without a fault, ${partly} with a partial outage, ${down} with an outage, ${none} not measured`,
  legend: { up: 'No fault', partly: 'Partial outage', down: 'Outage', none: 'Not measured' },
  days: 'Faults and incidents',
  noDays: 'No fault was measured, and no incident reported.',
  down: (time: string) => `down for ${time}`,
  partly: (time: string) => `partly down for ${time}`,
  time: (hours: number, minutes: number) =>
    [...(hours > 0 ? [`${hours} h`] : []), ...(minutes > 0 || hours === 0 ? [`${minutes} min`] : [])].join(' '),
  unmeasured: 'Not measured',
  range: (from: string, until: string) => (from === until ? from : `${from} to ${until}`),
  now: 'Current status',
}
export default history
export type ServiceHistoryText = typeof history

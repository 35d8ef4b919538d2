import type { ActionName } from '../operator.ts'

/** The places of the console. */
export const placeNames = [
  'today',
  'queue',
  'people',
  'orders',
  'money',
  'affiliates',
  'shop',
  'texts',
  'system',
] as const
export type PlaceName = (typeof placeNames)[number]

type SubjectOf<N> = N extends `${infer S}.${string}` ? S : never
/** Where the actions of a subject belong. A new subject does not compile until it has its place. */
const homes: Readonly<Record<SubjectOf<ActionName>, PlaceName>> = {
  search: 'today',
  audit: 'system',
  alerts: 'system',
  notifications: 'system',
  today: 'today',
  figures: 'today',
  exports: 'money',
  people: 'people',
  orders: 'orders',
  refunds: 'orders',
  groups: 'orders',
  reviews: 'queue',
  queue: 'queue',
  messages: 'queue',
  approvals: 'queue',
  ledger: 'money',
  payments: 'money',
  crypto: 'money',
  affiliates: 'affiliates',
  commissions: 'affiliates',
  payouts: 'affiliates',
  referrals: 'affiliates',
  cases: 'queue',
  terms: 'affiliates',
  plans: 'shop',
  promos: 'shop',
  redeem: 'shop',
  benefits: 'shop',
  content: 'texts',
  canary: 'texts',
  marketing: 'texts',
  jobs: 'system',
  errors: 'system',
  sms: 'system',
  operators: 'system',
  limits: 'system',
  settings: 'system',
  notice: 'texts',
  methods: 'shop',
  routes: 'shop',
  tunnels: 'system',
  nodes: 'system',
  views: 'system',
}
export const placeOf = (name: ActionName): PlaceName => homes[name.slice(0, name.indexOf('.')) as SubjectOf<ActionName>]

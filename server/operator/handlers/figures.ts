import { setupSteps } from '#shared/setup-steps.ts'
import { operatorActions } from '#shared/contract/operator.ts'
import { mayAct } from '#shared/contract/operator/roles.ts'
import type { figureActions } from '#shared/contract/operator/figures.ts'
import { money, type Currency } from '#shared/money.ts'
import { dayAt, monthAt, zoneOf } from '#shared/month-zones.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { addDays } from '#server/modules/figures/days.rules.ts'
import { readNow } from '#server/modules/figures/figures.queries.ts'
import type { Revenue } from '#server/modules/ledger/revenue.rules.ts'
import { readDays } from '#server/workflows/figures/read-days.ts'
import { readMonthPlans, readMonths } from '#server/workflows/figures/read-months.ts'
import { readShopStatus, type House, type Waiting } from '#server/workflows/figures/read-shop-status.ts'
import type { Span } from '#server/workflows/figures/read-span.ts'
import { readSetup } from '#server/workflows/figures/read-setup.ts'
import { readToday } from '#server/workflows/figures/read-today.ts'
import type { HandlersOf } from '../handler.ts'
import { found } from '../page.ts'

const showRevenue = ({ currency, provider, payments, ...minor }: Revenue) => {
  const of = (amountMinor: number) => money(amountMinor, currency as Currency)
  const { paidMinor, refundedMinor, lostMinor, netMinor } = minor
  const sums = { paid: of(paidMinor), refunded: of(refundedMinor), lost: of(lostMinor), net: of(netMinor) }
  return { currency, provider, ...sums, payments }
}
const showSpan = ({ revenue, ...span }: Span) => ({ ...span, revenue: revenue.map(showRevenue) })

const lists = {
  reviews: 'reviews.list',
  proposals: 'approvals.list',
  messages: 'messages.list',
  cases: 'cases.list',
  heldReferrals: 'referrals.held',
  applications: 'affiliates.applications',
  deadJobs: 'jobs.list',
  payouts: 'payouts.list',
} as const satisfies { readonly [K in keyof House as House[K] extends Waiting ? K : never]: string }

export const figureHandlers: HandlersOf<typeof figureActions> = {
  async 'today.show'(database, { days }, { role }, { config }) {
    const { now } = await readNow(database)
    const [figures, house] = await Promise.all([
      readToday(database, now, days),
      readShopStatus(database, { smsBudget: config.smsBudget, now }),
    ])
    const { silentProviders, nodesDown, panelsInTrouble, sms, benefitStock, addressPools, canaryGoodUntil } = house
    const state = { silentProviders, nodesDown, panelsInTrouble, sms, benefitStock, addressPools, canaryGoodUntil }
    return found({
      now: showSpan(figures.now),
      before: showSpan(figures.before),
      members: figures.members,
      methods: figures.methods,
      waits: Object.entries(lists)
        .filter(([, list]) => mayAct(role, operatorActions[list]))
        .map(([what, list]) => ({ what, list, ...house[what as keyof typeof lists] })),
      ...state,
      figures: house.figures,
    })
  },
  async 'setup.show'(database, _input, _operator, { config }) {
    const steps = await readSetup(database, config)
    return found({ steps: setupSteps.map((step) => ({ step, isDone: steps[step] })) })
  },
  async 'figures.months'(database, { months = 13 }) {
    const { now } = await readNow(database)
    const { monthZones } = await readSettings(database)
    const figures = await database.transaction((tx) => readMonths(tx, monthZones, now, months), { oneMoment: true })
    const zone = zoneOf(monthZones, monthAt(monthZones, now))
    return found({
      zone,
      months: figures.map(({ revenue, ...month }) => ({ ...month, revenue: revenue.map(showRevenue) })),
    })
  },
  async 'figures.month-plans'(database, { month }) {
    const { now } = await readNow(database)
    const { monthZones } = await readSettings(database)
    const plans = await database.transaction((tx) => readMonthPlans(tx, monthZones, month, now), { oneMoment: true })
    return found({ plans: plans.map(({ goodsId: plan, ...revenue }) => ({ plan, ...showRevenue(revenue) })) })
  },
  async 'figures.days'(database, { days = 30 }) {
    const { now } = await readNow(database)
    const { monthZones } = await readSettings(database)
    const last = dayAt(monthZones, now)
    const figures = await database.transaction((tx) => readDays(tx, monthZones, addDays(last, 1 - days), last), {
      oneMoment: true,
    })
    return found({ days: figures.map(({ revenue, ...day }) => ({ ...day, revenue: revenue.map(showRevenue) })) })
  },
}

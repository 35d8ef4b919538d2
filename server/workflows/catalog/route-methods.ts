import { currencies } from '#shared/money.ts'
import { lockSetting } from '#server/modules/catalog/catalog.service.ts'
import { readChosenRoutes, saveChosenRoutes, type ChosenRoute } from '#server/modules/catalog/payment-methods.ts'
import { countOpenByMethod } from '#server/modules/orders/order-counts.queries.ts'
import { createPayments, type Payments } from '#server/modules/payments/create-payments.ts'
import { findChosen, providersFor } from '#server/modules/payments/routes.rules.ts'
import { done, refuse, type Act, type FindKept, type Read } from '#server/platform/act.ts'
import { sentence } from '#text/sentence.ts'

type Way = Pick<ChosenRoute, 'method' | 'currency'>
const isSame = (a: Way, b: Way): boolean => a.method === b.method && a.currency === b.currency

const subjectOf = ({ method, currency }: Way): string => `route ${method} ${currency}`

function describe(payments: Payments, chosen: readonly ChosenRoute[], { method, currency }: Way) {
  const named = payments.byMethod(method, currency)?.id ?? null
  const choices = named === null ? [] : providersFor(method, currency, payments.accounts)
  return { named, choices, now: findChosen(chosen, method, currency, payments.accounts) ?? named }
}

export const listRoutes: Read<'routes.list'> = async (database, _input, _operator, { config }) => {
  const payments = createPayments(config)
  const chosen = await readChosenRoutes(database)
  const routes = payments.offers.flatMap(({ method, currencies: offered }) =>
    currencies
      .filter((currency) => offered.includes(currency))
      .map((currency) => {
        const { named, choices, now } = describe(payments, chosen, { method, currency })
        return { method, currency, provider: now ?? '', choices: [...choices], configured: named ?? '' }
      }),
  )
  return { ok: true, value: { routes } }
}

export const keptRoute: FindKept<Way> = async (tx, way, { config }) => {
  await lockSetting(tx, 'methodRoutes')
  const { now } = describe(createPayments(config), await readChosenRoutes(tx), way)
  return { subject: subjectOf(way), values: now === null ? null : { provider: now } }
}

export const setRoute: Act<'routes.set'> = async (
  tx,
  { method, currency, provider, reason },
  _operator,
  { config },
) => {
  await lockSetting(tx, 'methodRoutes')
  const payments = createPayments(config)
  const chosen = await readChosenRoutes(tx)
  const { named, choices, now } = describe(payments, chosen, { method, currency })
  if (named === null) return refuse('NotPossible', sentence('method.notInCurrency', { currency }))
  if (!choices.includes(provider))
    return refuse('NotPossible', sentence('method.cannotTake', { method, currency, choices: choices.join(', ') }))
  if (now === provider) return refuse('NotPossible', sentence('method.takesAlready', { method, currency }))
  const others = chosen.filter((route) => !isSame(route, { method, currency }))
  await saveChosenRoutes(tx, provider === named ? others : [...others, { method, currency, provider }])
  const openOrders = (await countOpenByMethod(tx)).find((row) => row.method === method)?.count ?? 0
  const output = { method, currency, before: now ?? named, after: provider, openOrders }
  return done(output, subjectOf({ method, currency }), { before: output.before, after: provider, reason })
}

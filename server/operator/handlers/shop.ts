import type { planActions } from '#shared/contract/operator/plans.ts'
import type { promoActions, redeemActions } from '#shared/contract/operator/promos.ts'
import type { benefitActions } from '#shared/contract/operator/benefits.ts'
import { currencies, money } from '#shared/money.ts'
import { foldCode } from '#shared/typed-code.ts'
import { listLevels, listStock } from '#server/modules/benefits/benefits.queries.ts'
import { listAllGoods } from '#server/modules/catalog/goods.queries.ts'
import { listPromoCodes } from '#server/modules/promo-codes/promo-codes.queries.ts'
import { listBatches } from '#server/modules/redeem-codes/redeem-codes.queries.ts'
import {
  describeBenefit,
  endBenefit,
  importBenefits,
  keptBenefit,
  resumeBenefit,
  stateOfStock,
  withdrawBenefitAccount,
} from '#server/workflows/membership/manage-benefits.ts'
import {
  createPromoCode,
  createRedeemBatch,
  disablePromoCode,
  disableRedeemBatch,
} from '#server/workflows/catalog/manage-codes.ts'
import {
  addPlan,
  describeGoods,
  keptDescription,
  saleOf,
  formatPlanTime,
  describePlan,
  restorePlan,
  retirePlan,
  keptGroupPrice,
  setPlanGroupPrice,
  keptPrice,
  setPlanPrice,
} from '#server/workflows/catalog/manage-goods.ts'
import { offText, showPlan } from '#server/workflows/catalog/price-effects.ts'
import { createPayments } from '#server/modules/payments/create-payments.ts'
import { comparePlans, type ComparedPlan } from '#server/workflows/catalog/compare-plans.ts'
import { findOffers } from '#server/workflows/payments/attempts/find-offers.ts'
import type { HandlersOf } from '../handler.ts'
import { found, page } from '../page.ts'
import { sentence } from '#text/sentence.ts'

const pageSize = 200

function showCompared({ goods, currency, ...plan }: ComparedPlan) {
  const sum = (minor: number | null) => (minor === null ? null : money(minor, currency))
  return {
    id: goods.id,
    names: goods.names,
    badge: describeGoods(goods).badge,
    time: formatPlanTime(goods),
    devices: goods.maxDevices,
    sale: saleOf(goods),
    currency,
    price: sum(plan.priceMinor),
    listPrice: sum(plan.listPriceMinor),
    perMonth: sum(plan.perMonthMinor),
    groupOfTwo: sum(plan.groupMinor[2]),
    groupOfThree: sum(plan.groupMinor[3]),
    openOrders: plan.orders.count,
    ordersUntil: plan.orders.until,
    openGroups: plan.groups.count,
    groupsUntil: plan.groups.until,
    payments: plan.payments,
    net: money(plan.netMinor, currency),
  }
}

export const planHandlers: HandlersOf<typeof planActions> = {
  async 'plans.list'(database) {
    return found({ plans: (await listAllGoods(database)).map((each) => ({ id: each.id, ...describeGoods(each) })) })
  },
  async 'plans.compare'(database, _input, _operator, { config }) {
    const [plans, offers] = await Promise.all([
      database.transaction(comparePlans, { oneMoment: true }),
      findOffers(database, createPayments(config).offers),
    ])
    const ways = currencies.map((currency) => ({
      currency,
      methods: offers.filter((offer) => offer.currencies.includes(currency)).map(({ method }) => method),
    }))
    return found({ plans: plans.map(showCompared), ways })
  },
  'plans.show': showPlan,
  'plans.add': addPlan,
  'plans.set-price': { kept: keptPrice, act: setPlanPrice },
  'plans.set-group-price': { kept: keptGroupPrice, act: setPlanGroupPrice },
  'plans.describe': { kept: keptDescription, act: describePlan },
  'plans.retire': retirePlan,
  'plans.restore': restorePlan,
}

export const promoHandlers: HandlersOf<typeof promoActions> = {
  'promos.create': createPromoCode,
  'promos.list': async (database, { after }) =>
    page(
      await listPromoCodes(database, after === undefined ? null : foldCode(after), pageSize),
      pageSize,
      ({ code }) => code,
      ({ window, endsAt, uses, maxUses, note, ...promo }) => ({
        code: promo.code,
        off: offText(promo),
        state: window,
        until: endsAt,
        uses: maxUses === null ? String(uses) : sentence('count.of', { count: uses, all: maxUses }),
        note,
      }),
    ),
  'promos.disable': disablePromoCode,
}

export const redeemHandlers: HandlersOf<typeof redeemActions> = {
  'redeem.create': createRedeemBatch,
  'redeem.list': async (database, { after = null }) =>
    page(
      await listBatches(database, after, pageSize),
      pageSize,
      ({ name }) => name,
      (batch) => ({
        name: batch.name,
        gives: sentence('codes.gives', { length: formatPlanTime(batch), devices: batch.maxDevices }),
        redeemed: sentence('count.of', { count: batch.redeemed, all: batch.count }),
        until: batch.expiresAt,
        withdrawn: batch.disabledAt,
        by: batch.createdBy,
      }),
    ),
  'redeem.disable': disableRedeemBatch,
}

export const benefitHandlers: HandlersOf<typeof benefitActions> = {
  'benefits.import': importBenefits,
  async 'benefits.list'(database, { kind, part = null, after = '' }) {
    if (kind === undefined) {
      const levels = (await listLevels(database)).map((level) => ({
        kind: level.kind,
        names: level.names,
        state: stateOfStock(level),
        inStock: level.free,
        claimed: level.assigned,
        lapsed: level.over,
        outOfUse: level.withdrawn,
      }))
      return found({ levels, items: [], next: null })
    }
    const stock = page(
      await listStock(database, kind, part, after, pageSize),
      pageSize,
      ({ account }) => account,
      ({ account, link, uid, assignedAt, benefitsUntil }) => ({
        account,
        link,
        user: uid,
        since: assignedAt,
        until: assignedAt ? benefitsUntil : null,
      }),
    )
    return stock.ok ? found({ levels: [], ...stock.value }) : stock
  },
  'benefits.withdraw': withdrawBenefitAccount,
  'benefits.describe': { kept: keptBenefit, act: describeBenefit },
  'benefits.end': endBenefit,
  'benefits.resume': resumeBenefit,
}

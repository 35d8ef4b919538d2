import type { SetupStep } from '#shared/setup-steps.ts'
import { listGoods } from '#server/modules/catalog/catalog.queries.ts'
import { isShopOpen, isShownIn, shownOrNone } from '#server/modules/catalog/catalog.rules.ts'
import { findLastBackup, readSettings } from '#server/modules/catalog/catalog.service.ts'
import { defaultSettings } from '#server/modules/catalog/default-settings.ts'
import { listTexts } from '#server/modules/content/content.service.ts'
import { judgeSetup } from '#server/modules/figures/setup.rules.ts'
import { hasMembers } from '#server/modules/membership/membership.queries.ts'
import { hasRehearsed } from '#server/modules/orders/order-counts.queries.ts'
import { listOperators } from '#server/modules/operators/operators.queries.ts'
import { createPayments } from '#server/modules/payments/create-payments.ts'
import { listNodeViews } from '#server/modules/tunnels/nodes.service.ts'
import { listProviders } from '#server/modules/tunnels/panels/providers.queries.ts'
import type { Config } from '#server/platform/config.ts'
import type { Queryable } from '#server/platform/database.ts'
import { findOffers } from '#server/workflows/payments/attempts/find-offers.ts'

/** Checks from the live state which steps of opening the shop are done. */
export async function readSetup(database: Queryable, config: Config): Promise<Readonly<Record<SetupStep, boolean>>> {
  const [settings, goods, texts, offers, nodes, panels, operators, backupAt, hasSold, isRehearsed] = await Promise.all([
    readSettings(database),
    listGoods(database),
    listTexts(database),
    findOffers(database, createPayments(config).offers),
    listNodeViews(database),
    listProviders(database),
    listOperators(database),
    findLastBackup(database),
    hasMembers(database),
    hasRehearsed(database),
  ])
  return judgeSetup({
    now: new Date(),
    isNamed: settings.brand.en !== defaultSettings.brand.en,
    hasSeller: shownOrNone(config.environment, settings.seller) !== null,
    clauses: texts.filter((text) => text.kind === 'clause' && isShownIn(config.environment, text)),
    plans: goods.map(({ prices }) => prices.map(({ currency }) => currency)),
    paid: offers.flatMap(({ currencies }) => currencies),
    sendsMail: config.mail !== null,
    sendsSms: config.sms !== null,
    nodesSeen: nodes.filter(({ enabled }) => enabled).map(({ seenAt }) => seenAt),
    panels: panels.length,
    owners: operators.filter((each) => each.role === 'owner' && each.acceptedAt !== null && each.disabledAt === null)
      .length,
    backupAt,
    hasSold: hasSold || isRehearsed,
    isOpen: isShopOpen(config.environment, settings),
  })
}

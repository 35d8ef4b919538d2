import { isOptionalStep, setupSteps } from '#shared/setup-steps.ts'
import { isShopOpen } from '#server/modules/catalog/catalog.rules.ts'
import { lockSetting, readSettings, saveSetting } from '#server/modules/catalog/catalog.service.ts'
import { done, refuse, type Act, type ActDeps, type FindKept } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { readSetup } from './read-setup.ts'
import { sentence } from '#text/sentence.ts'

async function lockState(tx: Transaction, { config }: ActDeps): Promise<'open' | 'closed'> {
  await lockSetting(tx, 'isOpen')
  return isShopOpen(config.environment, await readSettings(tx)) ? 'open' : 'closed'
}

export const keptShop: FindKept<object> = async (tx, _keys, deps) => ({
  subject: 'shop',
  values: { state: await lockState(tx, deps) },
})

/**
 * Opens the shop to visitors or closes it. Missing setup steps are only warnings, because a shop may open without a
 * second owner, for example. In a closed shop everything that was sold keeps working: links, nodes, payments under way
 * and refunds.
 */
export const switchShop: Act<'shop.switch'> = async (tx, { state, reason }, _operator, deps) => {
  if ((await lockState(tx, deps)) === state)
    return refuse('NotPossible', state === 'open' ? 'shop.isOpen' : 'shop.isClosed')
  const steps = await readSetup(tx, deps.config)
  const needed = setupSteps.filter((step) => step !== 'open' && !isOptionalStep(step))
  const missing = state === 'open' ? needed.filter((step) => !steps[step]) : []
  await saveSetting(tx, 'isOpen', state === 'open')
  const output = { state, missing: missing.map((step) => ({ warning: sentence(`opening.${step}`) })) }
  return done(output, 'shop', { state, missing, reason })
}

import type { FastifyInstance } from 'fastify'
import { planPreview } from '#shared/console.ts'
import { operatorActions } from '#shared/contract/operator.ts'
import { AppError } from '#shared/errors.ts'
import type { Renderer } from '#shared/site.ts'
import { applyGoodsChange, findGoodsFault, type GoodsState } from '#server/modules/catalog/catalog.rules.ts'
import { listAllGoods } from '#server/modules/catalog/goods.queries.ts'
import { readInput } from '#server/operator/read-input.ts'
import { Refused } from '#server/platform/act.ts'
import { readChange } from '#server/workflows/catalog/manage-goods.ts'
import { loadSiteData } from '#server/workflows/site/load-site-data.ts'
import { requireSignedIn } from './console-session.ts'
import { isLanguage, registerPreview, sendStillPage, type PreviewDeps } from './preview-frame.ts'

type Asked = { Params: { language: string; id: string }; Querystring: { action?: string; input?: string } }

/**
 * Preview of the price page with a single plan, for an iframe: the current plan, or the plan as the form's input would
 * change it. Saves nothing, and runs no script.
 */
export function registerPlanPreview(
  app: FastifyInstance,
  renderer: Renderer,
  { config, database, payments }: PreviewDeps,
): void {
  registerPreview(app, { config }, (pages, cookie) => {
    pages.get<Asked>(`${planPreview}/:language/:id`, async (request, reply) => {
      await requireSignedIn(database, cookie, request)
      const { language, id } = request.params
      const plan = (await listAllGoods(database)).find((each) => each.id === id)
      if (!plan || !isLanguage(language)) throw new AppError('NotFound')
      const data = await loadSiteData(database, config, payments.offers)
      const { position: _position, onSale: _onSale, ...goods } = draftOf(plan, request.query)
      return sendStillPage(reply, renderer, {
        path: '/pricing',
        language,
        data: { ...data, goods: [goods] },
        now: new Date(),
      })
    })
  })
}

/** Returns the saved plan if the typed changes are incomplete or invalid. */
function draftOf(plan: GoodsState, { action, input }: Asked['Querystring']): GoodsState {
  if (action === undefined || input === undefined || !Object.hasOwn(readChange, action)) return plan
  const name = action as keyof typeof readChange
  try {
    const read = readInput(operatorActions[name].input, { ...(JSON.parse(input) as object), id: plan.id })
    if (!read.ok) return plan
    const after = applyGoodsChange(plan, readChange[name](read.value as never))
    return findGoodsFault(after) === null ? after : plan
  } catch (error) {
    if (error instanceof Refused || error instanceof SyntaxError) return plan
    throw error
  }
}

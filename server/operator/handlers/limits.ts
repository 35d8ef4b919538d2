import type { limitActions } from '#shared/contract/operator/limits.ts'
import { operatorLimitNames, operatorLimitTable } from '#shared/operator-limits.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { keptLimits, changeLimits } from '#server/workflows/operators/change-limits.ts'
import type { HandlersOf } from '../handler.ts'
import { found } from '../page.ts'

export const limitHandlers: HandlersOf<typeof limitActions> = {
  async 'limits.show'(database) {
    const { operatorLimits } = await readSettings(database)
    const limits = operatorLimitNames.map((limit) => {
      const { default: usual, from, to } = operatorLimitTable[limit]
      return { limit, now: operatorLimits[limit], default: usual, bounds: `${from} to ${to}` }
    })
    return found({ limits })
  },
  'limits.change': { kept: keptLimits, act: changeLimits },
}

import { operatorLimitNames } from '#shared/operator-limits.ts'
import { lockSetting, readSettings, saveSetting } from '#server/modules/catalog/catalog.service.ts'
import { done, refuse, type Act, type FindKept } from '#server/platform/act.ts'

const subject = 'operator limits'

export const keptLimits: FindKept<object> = async (tx) => {
  await lockSetting(tx, 'operatorLimits')
  return { subject, values: (await readSettings(tx)).operatorLimits }
}

/** Changes the limits of a single operator. Lower ones need a second operator too, because they stop others' work. */
export const changeLimits: Act<'limits.change'> = async (tx, { reason, ...given }) => {
  await lockSetting(tx, 'operatorLimits')
  const { operatorLimits: before } = await readSettings(tx)
  const after = { ...before, ...given }
  const changes = operatorLimitNames
    .filter((name) => after[name] !== before[name])
    .map((name) => ({ limit: name, before: before[name], after: after[name] }))
  if (changes.length === 0)
    return refuse('InvalidInput', 'Name a limit and another value than it has: see "limits show".')
  await saveSetting(tx, 'operatorLimits', after)
  const takesTwo = 'Limits of what one operator does are set by two.'
  return done({ changes }, subject, { changes, reason }, { takesTwo })
}

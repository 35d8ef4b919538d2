import { operatorLimitNames } from '#shared/operator-limits.ts'
import { lockSetting, readSettings, saveSetting } from '#server/modules/catalog/catalog.service.ts'
import { done, refuse, type Act, type FindKept } from '#server/platform/act.ts'
import { sentence } from '#text/sentence.ts'

const subject = 'operator limits'

export const keptLimits: FindKept<object> = async (tx) => {
  await lockSetting(tx, 'operatorLimits')
  return { subject, values: (await readSettings(tx)).operatorLimits }
}

/**
 * Changes the amounts up to which one operator decides alone. Lowering a limit needs a second operator too, because it
 * stops other operators' work.
 */
export const changeLimits: Act<'limits.change'> = async (tx, { reason, ...given }) => {
  await lockSetting(tx, 'operatorLimits')
  const { operatorLimits: before } = await readSettings(tx)
  const after = { ...before, ...given }
  const changes = operatorLimitNames
    .filter((name) => after[name] !== before[name])
    .map((name) => ({ limit: name, before: before[name], after: after[name] }))
  if (changes.length === 0) return refuse('InvalidInput', 'limits.nothingChanged')
  await saveSetting(tx, 'operatorLimits', after)
  const takesTwo = sentence('limits.takesTwo')
  return done({ changes }, subject, { changes, reason }, { takesTwo })
}

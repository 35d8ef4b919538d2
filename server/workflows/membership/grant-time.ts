import { randomUUIDv7 } from 'node:crypto'
import { type OperatorRole, giftLimits } from '#shared/contract/operator/roles.ts'
import type { OperatorLimits } from '#shared/operator-limits.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { giftWindowDays, grantTime, sumGifts } from '#server/modules/membership/membership.service.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { requireUser } from './name-subject.ts'
import { sentence } from '#text/sentence.ts'

const unitSeconds = { days: 86_400, hours: 3_600, minutes: 60 } as const
const giftDays = (limits: OperatorLimits, role: OperatorRole): number =>
  role === 'viewer' ? 0 : limits[giftLimits[role]]

export const giveTime: Act<'people.give-time'> = async (tx, input, operator) => {
  const given = (['days', 'hours', 'minutes'] as const).filter((unit) => input[unit] !== undefined)
  const [unit, another] = given
  if (!unit || another) return refuse('InvalidInput', 'grant.oneUnit')
  const seconds = (input[unit] ?? 0) * unitSeconds[unit]
  const max = giftDays((await readSettings(tx)).operatorLimits, operator.role)
  const tooMuch = refuse(
    'Forbidden',
    sentence('grant.tooMuch', {
      role: sentence(`role.${operator.role}`),
      most: max,
      window: giftWindowDays,
      hint: sentence(operator.role === 'owner' ? 'grant.moreIsMistake' : 'grant.othersGiveMore'),
    }),
  )
  if (seconds > max * 86_400) return tooMuch
  const { id: userId, uid } = await requireUser(tx, input.user)
  const before = (await findMembership(tx, userId))?.expiresAt ?? null
  const sourceId = randomUUIDv7()
  const granted = await grantTime(tx, { userId, source: 'operator', sourceId, seconds, note: input.reason })
  if (!granted) throw new Error(`grant ${sourceId} exists already`)
  if ((await sumGifts(tx, userId)) > max * 86_400) return tooMuch
  const { expiresAt: after } = granted
  return done({ uid, before, after }, `user ${uid}`, { seconds, reason: input.reason, before, after })
}

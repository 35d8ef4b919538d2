import { lockAccountShared } from '#server/modules/accounts/accounts.service.ts'
import { listDevices } from '#server/modules/devices/devices.queries.ts'
import { devicePlaces } from '#server/modules/devices/device-places.rules.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { unbindWithSessions } from '#server/workflows/accounts/sign-in/unbind-device.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'
import { sentence } from '#text/sentence.ts'

export const unbindDeviceOf: Act<'people.unbind-device'> = async (tx, { user, device: named, reason }) => {
  const { id: userId, uid } = await requireUser(tx, user)
  await lockAccountShared(tx, userId)
  const devices = await listDevices(tx, userId)
  const device = devices.find(({ id }) => id === named)
  if (!device) return refuse('NotFound', sentence('user.noSuchDevice', { uid }))
  await unbindWithSessions(tx, userId, device.id)
  const membership = await findMembership(tx, userId)
  const name = device.name ?? device.os
  const used = devices.length
  const output = { uid, name, before: used, after: used - 1, limit: devicePlaces(membership, tx.now) }
  return done(output, `user ${uid}`, { reason, device: device.id, before: used, after: used - 1 })
}

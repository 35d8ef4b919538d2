import type { Output } from '#shared/contract/call.ts'
import type { deviceCalls } from '#shared/contract/device.ts'
import { deviceTypeCode, osCode } from '#shared/device-codes.ts'
import { listDevices } from '#server/modules/devices/devices.queries.ts'
import { devicePlaces } from '#server/modules/devices/device-places.rules.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { listSessions, findSessionDevice } from '#server/modules/sessions/sessions.queries.ts'
import { listLinkUse, sumMonth } from '#server/modules/tunnels/usage.queries.ts'
import type { Database } from '#server/platform/database.ts'

type DeviceList = Output<(typeof deviceCalls)['/api/user/user_get_device_list']>

export async function describeDevices(
  database: Database,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<DeviceList> {
  const [devices, sessions, membership, own, uses, month] = await Promise.all([
    listDevices(database, userId),
    listSessions(database, userId),
    findMembership(database, userId),
    findSessionDevice(database, sessionId),
    listLinkUse(database, userId),
    sumMonth(database, userId),
  ])
  // Starts with the oldest session, so that the newest session of a device overwrites it in the map.
  const seenAt = new Map(sessions.toReversed().map(({ deviceId, lastSeenAt }) => [deviceId, lastSeenAt.getTime()]))
  const links = new Map(
    uses.map(({ deviceId, fetchedAt, isInUse }) => [
      deviceId,
      { fetchedAt: fetchedAt?.getTime() ?? null, isInUse: isInUse === true },
    ]),
  )
  return {
    month,
    limit: devicePlaces(membership, membership?.now ?? new Date(0)),
    list: devices
      .map((device) => ({
        id: device.id,
        type: deviceTypeCode(device.os),
        os: osCode(device.os) as 0 | 1 | 2 | 3 | 4,
        osVersion: device.osVersion,
        name: device.name,
        registeredAt: device.registeredAt.getTime(),
        lastUsedAt: Math.max(
          device.lastUsedAt.getTime(),
          seenAt.get(device.deviceId) ?? 0,
          links.get(device.id)?.fetchedAt ?? 0,
        ),
        current: device.deviceId === own.deviceId,
        link: links.get(device.id) ?? null,
      }))
      .toSorted((a, b) => b.lastUsedAt - a.lastUsedAt),
  }
}

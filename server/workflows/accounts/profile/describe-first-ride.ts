import type { Output } from '#shared/contract/call.ts'
import type { rideCalls } from '#shared/contract/ride.ts'
import { osCode } from '#shared/device-codes.ts'
import type { Language } from '#shared/language.ts'
import { AppError } from '#shared/errors.ts'
import { findProfile } from '#server/modules/accounts/accounts.queries.ts'
import { hasPassword } from '#server/modules/accounts/nameless-account.ts'
import { findPricedGoods } from '#server/modules/catalog/catalog.queries.ts'
import { listDevices, type DeviceRow } from '#server/modules/devices/devices.queries.ts'
import { devicePlaces, isSignedIn } from '#server/modules/devices/device-places.rules.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { findNewestPaid } from '#server/modules/orders/orders.queries.ts'
import { countRecoveryCodes } from '#server/modules/second-factors/second-factors.queries.ts'
import { listLinkUse } from '#server/modules/tunnels/usage.queries.ts'
import { readServedPlans } from '#server/modules/tunnels/node-directory.ts'
import type { Tunnels } from '#server/deps/tunnel-deps.ts'
import { presentTrial, readTrial } from '#server/workflows/membership/claim-trial.ts'

type FirstRide = Output<(typeof rideCalls)['/api/user/user_first_ride']>

export async function describeFirstRide(
  { database, state }: Pick<Tunnels, 'database' | 'state'>,
  userId: string,
  language: Language,
): Promise<FirstRide> {
  const linksServe = await readServedPlans(database, await state.directory())
  return database.transaction(async (tx) => {
    const profile = await findProfile(tx, userId)
    if (!profile) throw new AppError('Unauthorized')
    const { accountName, email, phone } = profile
    const membership = await findMembership(tx, userId)
    const devices = await listDevices(tx, userId)
    const fetches = new Map((await listLinkUse(tx, userId)).map(({ deviceId, fetchedAt }) => [deviceId, fetchedAt]))
    const device = lastUsed(devices, fetches)
    const order = await findNewestPaid(tx, userId)
    const sold = order && (await findPricedGoods(tx, order.goodsId, order.currency))
    return {
      now: tx.now.getTime(),
      name: accountName ?? email ?? phone,
      hasPassword: await hasPassword(tx, userId),
      hasWayBack: email !== null || phone !== null || (await countRecoveryCodes(tx, userId)).left > 0,
      trial: presentTrial(await readTrial(tx, userId, tx.now)),
      expiresAt: membership?.expiresAt?.getTime() ?? null,
      maxDevices: devicePlaces(membership, tx.now),
      devices: devices.length,
      device,
      linksServe,
      order: order
        ? {
            orderId: order.id,
            number: order.number,
            goodsId: order.goodsId,
            productName: order.productNames[language],
            amountMinor: order.amountMinor,
            currency: order.currency,
            priceNowMinor: sold?.priceMinor ?? null,
            method: order.method,
            paidAt: order.paidAt.getTime(),
          }
        : null,
    }
  })
}

function lastUsed(devices: readonly DeviceRow[], fetches: ReadonlyMap<string, Date | null>): FirstRide['device'] {
  const used = devices.flatMap(({ id, deviceId, os, name, registeredAt, lastUsedAt }) => {
    const known = { os: osCode(os), name }
    if (isSignedIn({ deviceId })) return [{ ...known, at: registeredAt.getTime(), byLink: false, usedAt: lastUsedAt }]
    const fetchedAt = fetches.get(id)
    return fetchedAt ? [{ ...known, at: fetchedAt.getTime(), byLink: true, usedAt: fetchedAt }] : []
  })
  const [last] = used.toSorted((a, b) => b.usedAt.getTime() - a.usedAt.getTime())
  return last ? { os: last.os, name: last.name, at: last.at, byLink: last.byLink } : null
}

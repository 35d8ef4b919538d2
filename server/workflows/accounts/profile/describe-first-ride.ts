import type { Output } from '#shared/contract/call.ts'
import type { rideCalls } from '#shared/contract/ride.ts'
import { osCode } from '#shared/device-codes.ts'
import type { Language } from '#shared/language.ts'
import { AppError } from '#shared/errors.ts'
import { findProfile } from '#server/modules/accounts/accounts.queries.ts'
import { hasPassword } from '#server/modules/accounts/nameless-account.ts'
import { findPricedGoods } from '#server/modules/catalog/catalog.queries.ts'
import { listDevices } from '#server/modules/devices/devices.queries.ts'
import { devicePlaces } from '#server/modules/devices/devices.rules.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { findNewestPaid } from '#server/modules/orders/orders.queries.ts'
import { countRecoveryCodes } from '#server/modules/second-factors/second-factors.queries.ts'
import type { Database } from '#server/platform/database.ts'
import { presentTrial, readTrial } from '#server/workflows/membership/claim-trial.ts'

type FirstRide = Output<(typeof rideCalls)['/api/user/user_first_ride']>

/** How far someone is on the way to a device that is connected, all at one moment. */
export const describeFirstRide = (database: Database, userId: string, language: Language): Promise<FirstRide> =>
  database.transaction(async (tx) => {
    const profile = await findProfile(tx, userId)
    if (!profile) throw new AppError('Unauthorized')
    const { accountName, email, phone } = profile
    const membership = await findMembership(tx, userId)
    const devices = await listDevices(tx, userId)
    const [device] = devices
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
      device: device ? { os: osCode(device.os), name: device.name, at: device.registeredAt.getTime() } : null,
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

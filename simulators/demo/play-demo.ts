import { readInvite } from '#shared/typed-code.ts'
import { attributeReferral } from '#server/workflows/accounts/registration/attribute-referral.ts'
import { findOrder } from '#server/modules/orders/orders.queries.ts'
import { openAccount } from '#server/modules/accounts/accounts.service.ts'
import { readIdentifier } from '#server/modules/accounts/identifiers.rules.ts'
import { importStock } from '#server/modules/benefits/benefits.service.ts'
import { findSetting } from '#server/modules/catalog/catalog.queries.ts'
import { lockSetting, saveSetting } from '#server/modules/catalog/catalog.service.ts'
import { createBatch } from '#server/modules/redeem-codes/redeem-codes.service.ts'
import { recordSignIn } from '#server/modules/sessions/sign-in-events.service.ts'
import { unknownPassword } from '#server/platform/argon2.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { openDeviceSession } from '#server/workflows/accounts/sign-in/open-session.ts'
import { joinForPay } from '#server/workflows/groups/join-group.ts'
import { startGroup } from '#server/workflows/groups/start-group.ts'
import { revealBenefit } from '#server/workflows/membership/use-benefits.ts'
import { cancelOrder } from '#server/workflows/orders/cancel-order.ts'
import { placeOrder } from '#server/workflows/orders/place-order.ts'
import { redeemCode } from '#server/workflows/orders/redeem-code.ts'
import { requestRefund } from '#server/workflows/payments/refunds/request-refund.ts'
import { demoAccounts, demoBenefits, demoDevices, demoFriends, demoGuests, demoPromoCode } from './demo-catalog.ts'
import { demoOperators } from './demo-operators.ts'
import { payOrder, untilOrder, type DemoWorld } from './demo-purchases.ts'
import * as repo from './play-demo.repo.ts'

const playedMark = 'demoPlayed'

type World = DemoWorld & { readonly keyring: Keyring }
type Person = { readonly userId: string; readonly inviteCode: string }

const buying = (who: string, what: string) => ({ idempotencyKey: `demo ${who} ${what}`, device: 'desktop' }) as const
const place = { network: '198.51.100.7' }

/**
 * Simulates a day of the demo users in the running product: they buy, pay, get refunds, cancel, join groups, redeem a
 * code, claim benefits and sign in on devices. Runs once per installation. An interrupted run continues at the next
 * start, because every purchase has its own idempotency key.
 */
export async function playDemo(world: World): Promise<boolean> {
  const { database } = world
  if (await findSetting(database, playedMark)) return false
  const people = await repo.listPeople(database, [
    ...demoAccounts.map(({ accountName }) => accountName),
    ...demoFriends,
  ])
  const named = new Map(people.map((person) => [person.name, person]))
  const [lin, maya, friend, other] = ['demo.lin', 'demo.maya', demoFriends[5], demoFriends[12]].map((name) =>
    named.get(name),
  )
  if (!lin || !maya || !friend || !other) return false
  await database.transaction(async (tx) => {
    for (const { items, ...kind } of demoBenefits)
      await importStock(tx, world.keyring, { ...kind, items: [...items] }, 'demo')
  })
  await bringGuests(world, lin)
  await buyAsLin(world, lin)
  await Promise.all([rideTogether(world, { lin, maya, friend, other }), buyAsMaya(world, maya)])
  await database.transaction(async (tx) => {
    await lockSetting(tx, playedMark)
    if (await findSetting(tx, playedMark)) return
    for (const device of demoDevices) await signIn(tx, lin, device)
    await saveSetting(tx, playedMark, true)
  })
  return true
}

async function buyAsLin(world: World, { userId }: Person): Promise<void> {
  const { database } = world
  const purchase = { userId, currency: 'CNY', method: 'alipay' } as const
  const year = await placeOrder(world, {
    ...purchase,
    ...buying('lin', 'year'),
    goodsId: 'plan-12',
    expectedTotalMinor: 24_120,
    promo: { code: demoPromoCode.code, ...place },
  })
  await payOrder(world, userId, year.orderId)

  const month = await placeOrder(world, {
    ...purchase,
    ...buying('lin', 'month'),
    goodsId: 'plan-1',
    expectedTotalMinor: 3_500,
  })
  await payOrder(world, userId, month.orderId)
  if ((await findOrder(database, month.orderId))?.status === 'paid') {
    const refund = { orderId: month.orderId, amountMinor: 1_000, reason: 'demo', requestedBy: demoOperators.ada }
    await database.transaction((tx) => requestRefund(tx, refund))
  }
  await untilOrder(world, month.orderId, (status) => status === 'partially_refunded')

  const quarter = await placeOrder(world, {
    ...purchase,
    ...buying('lin', 'quarter'),
    goodsId: 'plan-3',
    expectedTotalMinor: 9_000,
  })
  if ((await findOrder(database, quarter.orderId))?.status === 'awaiting_payment')
    await cancelOrder(world, userId, quarter.orderId)

  const batch = {
    name: 'demo-gift',
    months: 1,
    bonusDays: 0,
    maxDevices: 5,
    count: 3,
    expiresAt: null,
    createdBy: 'demo',
  }
  const codes = await database.transaction((tx) => createBatch(tx, batch))
  if (codes?.[0]) await redeemCode(world, { code: codes[0], userId, ...place })
  await revealBenefit(database, world.keyring, userId, 'demo-music')
}

async function buyAsMaya(world: World, { userId }: Person): Promise<void> {
  const purchase = { userId, currency: 'USD', method: 'card', goodsId: 'plan-24', expectedTotalMinor: 7_490 } as const
  const { orderId } = await placeOrder(world, { ...purchase, ...buying('maya', 'two years') })
  await payOrder(world, userId, orderId)
}

async function rideTogether(world: World, people: Record<'lin' | 'maya' | 'friend' | 'other', Person>): Promise<void> {
  const { lin, maya, friend, other } = people
  const yuan = { goodsId: 'plan-12', currency: 'CNY', method: 'alipay', paymentType: 'pay_self' } as const
  const pair = { ...yuan, size: 2, expectedTotalMinor: 21_800 } as const
  const mine = await startGroup(world, { ...pair, userId: lin.userId, ...buying('lin', 'group') })
  await payOrder(world, lin.userId, mine.orderId)
  const groupId = (await findOrder(world.database, mine.orderId))?.groupId ?? ''
  const joining = { userId: friend.userId, groupId, method: 'alipay', expectedTotalMinor: 21_800 } as const
  const theirs = await joinForPay(world, { ...joining, ...buying('friend', 'seat') })
  await payOrder(world, friend.userId, theirs.orderId)

  const open = { ...yuan, size: 3, expectedTotalMinor: 18_800, listed: true } as const
  const trio = await startGroup(world, { ...open, userId: other.userId, ...buying('other', 'group') })
  await payOrder(world, other.userId, trio.orderId)
  const dollars = { ...pair, currency: 'USD', method: 'card', expectedTotalMinor: 3_690, listed: true } as const
  const duo = await startGroup(world, { ...dollars, userId: maya.userId, ...buying('maya', 'group') })
  await payOrder(world, maya.userId, duo.orderId)
}

/**
 * Lets two users sign up with the invite code of the demo user Lin; the first one buys, which rewards Lin. Nobody can
 * sign in as them.
 */
async function bringGuests(world: World, lin: Person): Promise<void> {
  const { database } = world
  const passwordHash = await unknownPassword()
  for (const [index, name] of demoGuests.entries()) {
    const identifier = readIdentifier('account_name', name)
    const known = (await repo.listPeople(database, [name]))[0]
    if (known || !identifier) continue
    await database.transaction(async (tx) => {
      const account = { identifier, passwordHash, inviteCode: lin.inviteCode, language: 'zh-CN' } as const
      const { userId } = await openAccount(tx, account)
      const caller = { platform: 'web', deviceId: 'web', network: `203.0.113.${index + 1}` } as const
      await attributeReferral(tx, world, { userId, invite: readInvite(lin.inviteCode), campaign: undefined }, caller)
    })
  }
}

type SignIn = (typeof demoDevices)[number]

async function signIn(tx: Parameters<typeof openDeviceSession>[0], { userId }: Person, device: SignIn): Promise<void> {
  const { platform } = device
  await openDeviceSession(tx, { userId, uid: 0 }, device, { kind: 'full', origin: { from: 'proof' } })
  await recordSignIn(tx, { userId, platform, method: 'account_name', result: 'signed_in', ...place })
}

import { hash } from '@node-rs/argon2'
import { pino } from 'pino'
import { openAffiliate } from '#server/modules/affiliates/affiliates.service.ts'
import { routePayments } from '#server/modules/payments/create-payments.ts'
import { endSession, resumeSession, startSession } from '#server/modules/sessions/sessions.service.ts'
import type { Log } from '#server/platform/log.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { createUser } from '../../support/factories.ts'
import { createBank, plan } from '../groups/groups.setup.ts'

/** Roles of callers. `ended`: token of a session that was signed out. */
export const roles = ['visitor', 'made-up token', 'ended', 'register token', 'user', 'affiliate'] as const
export type Role = (typeof roles)[number]
export type Person = { readonly userId: string; readonly token: string }

export const password = 'correct horse 42'

/** API with a gateway without network, and users signed in without hashing a password. */
export async function openAccessFixture({
  env = {},
  log = pino({ level: 'silent' }),
}: { env?: Record<string, string>; log?: Log } = {}) {
  const routes = [
    { method: 'alipay', currency: 'CNY', provider: 'alipay' },
    { method: 'alipay', currency: 'USD', provider: 'alipay' },
  ] as const
  const app = await createTestApp({ env, log, payments: () => routePayments([createBank()], routes) })
  const passwordHash = await hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 })

  async function signIn(kind: 'full' | 'register' = 'full'): Promise<Person> {
    const { userId } = await createUser(app.db.database)
    await app.db.asOwner('update users set password_hash = $2 where id = $1', [userId, passwordHash])
    const token = await startSession(app.db.database, {
      userId,
      platform: 'web',
      deviceId: 'web',
      kind,
      origin: { from: 'proof' },
    })
    return { userId, token }
  }
  return {
    app,
    signIn,
    async affiliate(): Promise<Person> {
      const person = await signIn()
      await app.db.database.transaction((tx) => openAffiliate(tx, person.userId))
      return person
    },
    async tokenOf(role: Role): Promise<string | undefined> {
      if (role === 'visitor') return undefined
      if (role === 'made-up token') return `wf_${'A'.repeat(43)}`
      if (role === 'affiliate') return (await this.affiliate()).token
      const { token } = await signIn(role === 'register token' ? 'register' : 'full')
      const session = role === 'ended' ? await resumeSession(app.db.database, token) : null
      if (session) await endSession(app.db.database, session.userId, session.sessionId)
      return token
    },
    close: () => app.close(),
  }
}
export type AccessFixture = Awaited<ReturnType<typeof openAccessFixture>>

export async function makeOwned(app: TestApp, { userId, token }: Person) {
  const purchase = { goodsId: plan.id, currency: 'CNY', method: 'alipay' } as const
  const bought = await app.call(
    '/api/payment/payment_purchase',
    { ...purchase, expectedTotalMinor: 26_800, idempotencyKey: crypto.randomUUID() },
    { token },
  )
  const group = await app.call(
    '/api/payment/payment_joint_purchase',
    { ...purchase, size: 2, paymentType: 1, expectedTotalMinor: plan.unit[2], idempotencyKey: crypto.randomUUID() },
    { token },
  )
  const sessions = await app.call('/api/user/user_sessions', {}, { token })
  if (bought.status !== 'OK' || group.status !== 'OK') throw new Error(`${bought.raw} ${group.raw}`)
  const [device] = await app.db.asOwner<{ id: string }>(
    `insert into devices (id, user_id, device_id, os, name) values (gen_random_uuid(), $1, 'a phone', 'ios', 'A phone') returning id`,
    [userId],
  )
  const [passkey] = await app.db.asOwner<{ id: string }>(
    `insert into passkeys (id, user_id, credential_id, public_key, sign_count, transports, name)
     values (gen_random_uuid(), $1, $2, '\\x00', 0, '{}', 'A key') returning id`,
    [userId, crypto.randomUUID()],
  )
  return {
    orderId: bought.data.orderId,
    groupId: group.data.group.groupId,
    sessionId: sessions.data.list[0]!.sessionId,
    deviceId: device!.id,
    passkeyId: passkey!.id,
  }
}

import { afterAll, beforeAll, expect, it } from 'vitest'
import { grantTime } from '#server/modules/membership/membership.service.ts'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'
import { asNative, registerNative, userIdOf } from '../../support/native.ts'
import { solved } from '../../support/proof-of-work.ts'

let app: TestApp
let inviter: { uid: number; inviteCode: string }
beforeAll(async () => {
  app = await createTestApp({ env: { EXIT_NETWORKS: '100.64.0.0/16' } })
  const { uid } = await registerThroughApi(app, 'brings.them')
  const [row] = await app.db.asOwner<{ code: string }>('select invite_code as code from users where uid = $1', [uid])
  inviter = { uid, inviteCode: row!.code }
})
afterAll(() => app.close())

const claim = '/api/user/user_claim_trial'
const ask = (token: string, address: string, headers: Record<string, string> = {}) =>
  app.call(claim, {}, { token, address, headers })
const friend = async (name: string) => isBrought(await registerThroughApi(app, name))
async function isBrought<Who extends { uid: number }>(person: Who): Promise<Who> {
  await app.db.asOwner(
    `insert into referrals (user_id, inviter_id, via, verdict) values ($1, $2, 'typed', 'counted')`,
    [await userIdOf(app, person.uid), await userIdOf(app, inviter.uid)],
  )
  return person
}
const minutesLeft = async (uid: number) => {
  const [row] = await app.db.asOwner<{ seconds: string }>(
    'select coalesce(sum(seconds), 0) as seconds from membership_grants where user_id = $1',
    [await userIdOf(app, uid)],
  )
  return Number(row!.seconds) / 60
}
const signInOnPhone = (accountName: string, deviceId: string) =>
  app.call(
    '/api/user/user_login_username',
    { accountName, password: 'correct horse 42', agreed: true },
    asNative(app, { platform: 'ios', deviceId }),
  )

it('of twelve accounts invited in a chain on one network, three get the long trial, the others a short one after proof of work', async () => {
  const minutes: number[] = []
  for (let index = 0; index < 12; index++) {
    const { token } = await friend(`chained.${index}`)
    const address = `203.0.113.${index + 1}`
    const first = await ask(token, address)
    expect(first.status).toBe(index < 3 ? 'OK' : 'TooManyRequests')
    const taken = index < 3 ? first : await ask(token, address, await solved(first))
    expect(taken.status).toBe('OK')
    minutes.push(taken.data.minutes)
  }
  expect(minutes).toEqual([180, 180, 180, ...Array.from({ length: 9 }, () => 15)])
})

it('viewing or repeating a trial claim does not use up the network limit', async () => {
  const { token } = await friend('asks.again')
  for (let time = 0; time < 6; time++) expect((await ask(token, '198.51.100.7')).data).toMatchObject({ minutes: 180 })
  for (let index = 0; index < 2; index++)
    expect((await ask((await friend(`neighbour.${index}`)).token, '198.51.100.8')).data).toMatchObject({ minutes: 180 })
})

it('a refused trial does not use up the network limit, and concurrent calls of one account use it up once', async () => {
  const member = await friend('has.time')
  const aDay = { source: 'operator', sourceId: 'a day', seconds: 86_400, note: null } as const
  const userId = await userIdOf(app, member.uid)
  await app.db.database.transaction((tx) => grantTime(tx, { ...aDay, userId }))
  for (let time = 0; time < 5; time++) expect((await ask(member.token, '192.0.2.9')).status).toBe('MembershipRuns')
  const eager = await friend('asks.at.once')
  await Promise.all([1, 2, 3].map(() => ask(eager.token, '192.0.2.10')))
  for (let index = 0; index < 2; index++)
    expect((await ask((await friend(`behind.${index}`)).token, '192.0.2.77')).data).toMatchObject({ minutes: 180 })
})

it('a short trial in a crowded network becomes long when an email address or phone number is verified', async () => {
  const bare = await friend('crowd.bare')
  const withAddress = await friend('crowd.mail')
  for (const { token } of [bare, withAddress]) {
    const refused = await ask(token, '203.0.113.200')
    const { data } = await ask(token, '203.0.113.200', await solved(refused))
    expect(data).toMatchObject({ state: 'armed', minutes: 15, minutesWithAddress: 180 })
  }
  await app.db.asOwner(
    `insert into account_identifiers (user_id, kind, value, lookup_key) values ($1, 'email', 'crowd@example.org', 'crowd@example.org')`,
    [await userIdOf(app, withAddress.uid)],
  )
  expect((await app.call('/api/user/user_trial', {}, { token: withAddress.token })).data).toMatchObject({
    minutes: 180,
    minutesWithAddress: null,
  })
  expect((await signInOnPhone('crowd.bare', 'phone-of-bare')).status).toBe('OK')
  expect((await signInOnPhone('crowd.mail', 'phone-of-mail')).status).toBe('OK')
  expect([await minutesLeft(bare.uid), await minutesLeft(withAddress.uid)]).toEqual([15, 180])
})

it("apps, the shop's own VPN exits below thirty claims and unknown networks need no proof of work", async () => {
  const phone = { platform: 'ios', deviceId: 'phone-in-a-crowd' } as const
  const { token: appToken } = await isBrought(await registerNative(app, 'by.app', phone))
  const native = { ...asNative(app, phone), token: appToken }
  expect((await app.call(claim, {}, { ...native, address: '203.0.113.77' })).data).toMatchObject({ minutes: 15 })
  for (const address of ['100.64.0.7', '10.0.0.4'])
    for (let index = 0; index < 5; index++) {
      const { token } = await friend(`${address.replaceAll('.', '')}.${index}`)
      expect((await ask(token, address)).data).toMatchObject({ minutes: 180 })
    }
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCampaign, editCampaign, saveGreetingName } from '#server/modules/affiliates/affiliates.service.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { openIdentity, type IdentityTest } from '../../support/identity.ts'
import { giveAddress } from '../../support/sent-messages.ts'
import { openCompany, type Company } from './affiliates.setup.ts'

let test: IdentityTest
let company: Company
beforeAll(async () => {
  test = await openIdentity()
  company = openCompany(test.db)
})
afterAll(() => test.close())

async function affiliate(language: 'en' | 'zh-CN') {
  const person = await company.affiliate()
  const address = `names-${person.uid}@example.com`
  await giveAddress(test.db.asOwner, person.userId, address, language)
  await greetAs(person.userId, 'Anna')
  const link = await test.db.database.transaction((tx) =>
    addCampaign(tx, person.userId, { name: '<b>Not Anna</b>', slug: 'video', destination: '/trial' }),
  )
  return { ...person, user: String(person.uid), address, link }
}
const greetAs = (userId: string, name: string) =>
  test.db.database.transaction((tx) => saveGreetingName(tx, userId, name, ['Wayfare']))
const greeted = async (r: string) =>
  (await test.app.inject({ method: 'POST', url: '/marketing/greeting', payload: { r } })).json<{
    data: { name: string | null }
  }>().data.name
const show = (user: string) => perform(test.db.database, 'affiliates.show', { user }, { role: 'viewer' })
const clear = (user: string, link?: string, more: { preview?: boolean } = {}) =>
  perform(
    test.db.database,
    'affiliates.clear-name',
    { user, ...(link !== undefined && { link }), reason: 'It is the name of someone else.' },
    { role: 'support', ...more },
  )
const audited = (uid: number) =>
  test.db.asOwner<{ details: unknown }>(
    `select details from audit_log where action = 'affiliates.clear-name' and subject = $1 order by id`,
    [`affiliate ${uid}`],
  )

describe('removing a greeting name', () => {
  it('a removed greeting name disappears at once, and the affiliate sees why and can set another', async () => {
    const { uid, user, userId, inviteCode, address } = await affiliate('en')
    expect(await greeted(inviteCode)).toBe('Anna')
    expect(await clear(user, undefined, { preview: true })).toEqual({ uid, before: 'Anna' })
    expect(await greeted(inviteCode)).toBe('Anna')
    expect(await test.messagesTo(address)).toEqual([])

    expect(await clear(user)).toEqual({ uid, before: 'Anna' })
    expect(await greeted(inviteCode)).toBeNull()
    expect(await greeted(`${inviteCode}-video`)).toBeNull()
    expect(await show(user)).toMatchObject({ greeting: null, state: 'approved' })
    expect(await audited(uid)).toEqual([
      { details: expect.objectContaining({ campaign: null, reason: 'It is the name of someone else.' }) },
    ])
    const [mail, ...more] = await test.messagesTo(address)
    expect(more).toEqual([])
    expect(mail!.subject).toBe('Your greeting carries no name now')
    expect(mail!.text).toContain('It is the name of someone else.')

    await greetAs(userId, 'Maria')
    expect(await greeted(inviteCode)).toBe('Maria')
  })

  it('removing a greeting name that does not exist is refused without a message', async () => {
    const { user, uid, address } = await affiliate('en')
    await clear(user)
    await expect(clear(user)).rejects.toThrow(`User ${uid} has set no name to greet visitors.`)
    const { uid: other } = await company.person()
    await expect(clear(String(other))).rejects.toThrow(`User ${other} is not an affiliate.`)
    await expect(show(String(other))).rejects.toThrow(`User ${other} is not an affiliate.`)
    expect(await test.messagesTo(address)).toHaveLength(1)
    expect(await audited(uid)).toHaveLength(1)
    expect(await audited(other)).toEqual([])
  })
})

describe('removing a link name', () => {
  it("a removed link name is replaced by the end of the link's URL, also for an archived link", async () => {
    const { user, uid, userId, inviteCode, address, link } = await affiliate('zh-CN')
    await test.db.database.transaction((tx) => editCampaign(tx, userId, link.id, { archived: true }))
    const [plain, named] = (await show(user)).campaigns
    expect(named).toEqual({ link: 'video', name: '<b>Not Anna</b>', leadsTo: '/trial', archived: true })
    expect(await clear(user, 'video')).toEqual({ uid, before: '<b>Not Anna</b>' })
    expect((await show(user)).campaigns).toEqual([plain, { ...named, name: 'video' }])
    expect(await greeted(inviteCode)).toBe('Anna')
    expect(await audited(uid)).toEqual([{ details: { campaign: link.id, reason: 'It is the name of someone else.' } }])
    const [mail] = await test.messagesTo(address)
    expect(mail!.subject).toBe('一条链接的名称已移除')
    expect(mail!.text).toContain('链接“video”现在以地址末尾的字符为名')
    expect(mail!.text).toContain('It is the name of someone else.')
  })

  it('removing the name of an unnamed or unknown link is refused', async () => {
    const { user } = await affiliate('en')
    await clear(user, 'video')
    for (const link of ['video', 'of-no-one']) await expect(clear(user, link)).rejects.toThrow('has no such link')
  })
})

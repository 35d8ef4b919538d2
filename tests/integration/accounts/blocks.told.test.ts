import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { exportData } from '#server/workflows/accounts/privacy/export-data.ts'
import { registerThroughApi } from '#tests/support/app.ts'
import { openIdentity, password, type IdentityTest } from '#tests/support/identity.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { giveAddress, listTold } from '#tests/support/sent-messages.ts'

let test: IdentityTest
let count = 0
beforeAll(async () => {
  test = await openIdentity()
})
afterAll(() => test.close())

async function person(language: string | null = 'en') {
  const name = `reads.why.${count++}`
  const { uid } = await registerThroughApi(test, name, password)
  const [row] = await test.db.asOwner<{ id: string }>('select id from users where uid = $1', [uid])
  const address = `${name}@example.com`
  if (language !== null) await giveAddress(test.db.asOwner, row!.id, address, language)
  return { name, uid, userId: row!.id, address }
}
type Person = Awaited<ReturnType<typeof person>>
type Words = { toldReason?: string; sayNothing?: boolean }
const block = ({ uid }: Person, words: Words, preview = false) =>
  perform(test.db.database, 'people.block', { user: String(uid), reason: 'an internal note', ...words }, { preview })
const unblock = ({ uid }: Person) =>
  perform(test.db.database, 'people.unblock', { user: String(uid), reason: 'another internal note' })
const signIn = ({ name }: Person, { language = 'en', typed = password } = {}) =>
  test.call(
    '/api/user/user_login_username',
    { accountName: name, password: typed, agreed: true },
    { headers: { language } },
  )
const told = async ({ userId }: Person) => (await listTold(test.db.asOwner, userId)).map(({ template }) => template)

describe('block reason for the user', () => {
  it('a blocked user reads the reason by mail and after the right password, as it was written', async () => {
    const one = await person()
    expect(await block(one, { toldReason: 'Spam <b>went</b> out.' }, true)).toMatchObject({
      toldReason: 'Spam <b>went</b> out.',
    })
    expect(await told(one)).toEqual([])
    await block(one, { toldReason: 'Spam <b>went</b> out.' })
    const [mail, ...more] = await test.messagesTo(one.address)
    expect(more).toEqual([])
    expect(mail!.subject).toBe('Your account is blocked')
    expect(mail!.text).toContain('\n\nSpam <b>went</b> out.\n\n')
    expect(mail!.html).toContain('Spam &lt;b&gt;went&lt;/b&gt; out.')
    const refused = await signIn(one)
    expect([refused.status, refused.pragma]).toEqual(['AccountBlocked', undefined])
    expect(refused.msg).toBe('This account is blocked. You may object: write to support. Why: Spam <b>went</b> out.')
    expect(refused.data).toMatchObject({ told: 'Spam <b>went</b> out.' })
    const guessed = await signIn(one, { typed: 'not this one' })
    expect(guessed.status).toBe('WrongCredentials')
    expect(JSON.stringify([mail, refused])).not.toContain('internal')
    expect(JSON.stringify(guessed)).not.toContain('Spam')
    const [audit] = await test.db.asOwner<{ details: object }>(
      `select details from audit_log where action = 'people.block' and subject = $1`,
      [`user ${one.uid}`],
    )
    expect(audit!.details).toMatchObject({ reason: 'an internal note', told: 'Spam <b>went</b> out.' })
    const keyring = createKeyring(test.config.secretKey)
    const { account } = await exportData({ database: test.db.database, keyring }, one.userId, 'en')
    expect(account.block?.told).toBe('Spam <b>went</b> out.')
  })

  it('a blocked user is notified in their language once per block and unblocking', async () => {
    const one = await person('zh-CN')
    await block(one, { toldReason: '转售账号。' })
    await expect(block(one, { toldReason: 'again' })).rejects.toThrow('is blocked already')
    const first = await test.messagesTo(one.address)
    expect(first.map(({ subject }) => subject)).toEqual(['你的账号已被停用'])
    expect(first[0]!.text).toContain('转售账号。')
    expect((await signIn(one, { language: 'zh_CN' })).msg).toBe(
      '这个账号已被停用，如有异议请联系客服。原因：转售账号。',
    )
    await unblock(one)
    await expect(unblock(one)).rejects.toThrow('is not blocked')
    const [back] = await test.messagesTo(one.address)
    expect(back!.subject).toBe('你的账号已恢复')
    expect((await signIn(one)).status).toBe('OK')
    await block(one, { toldReason: '又转售账号。' })
    await test.work()
    const heard = (await told(one)).filter((template) => template !== 'new-sign-in')
    expect(heard).toEqual(['account-blocked', 'account-unblocked', 'account-blocked'])
  })

  it('a block needs either a reason for the user or the statement that the user may not be told one, not both', async () => {
    const one = await person()
    await expect(block(one, {})).rejects.toThrow('Tell the user the reason in')
    await expect(block(one, { toldReason: ' \u200b\n' })).rejects.toThrow('Tell the user the reason in')
    await expect(block(one, { toldReason: 'x', sayNothing: true })).rejects.toThrow('not both')
    expect(await block(one, { sayNothing: true })).toMatchObject({ toldReason: null })
    await test.work()
    expect(await told(one)).toEqual([])
    const refused = await signIn(one)
    expect(refused.msg).toBe('This account is blocked. Support can tell you why.')
    expect(refused.data).not.toHaveProperty('told')
  })

  it('control characters in the reason become spaces, and no mail is sent for a block that is already over', async () => {
    const one = await person()
    expect(await block(one, { toldReason: 'a\u202eb\u0007c\nd ' })).toMatchObject({ toldReason: 'a b c d' })
    expect((await signIn(one)).msg).toContain('Why: a b c d')
    await unblock(one)
    const mails = await test.messagesTo(one.address)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account is open again'])
  })
})

it('a reason that could not be mailed appears in the account with its line breaks', async () => {
  const one = await person(null)
  const { pragma: token } = await signIn(one)
  const facts = { at: '2026-11-22T09:41:00Z', link: null, reason: 'It is of\nsomeone else.' }
  await test.db.database.transaction((tx) =>
    notifyPeople(tx, [{ userId: one.userId, event: 'x', template: 'aff-name-removed', facts }]),
  )
  await test.work()
  const { list } = (await test.call('/api/user/user_notices', {}, { token: token! })).data
  expect(list[0]!.text).toContain('\n\nIt is of\nsomeone else.')
})

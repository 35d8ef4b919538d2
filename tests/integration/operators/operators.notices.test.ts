import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { beginOperatorPasskey, listOperatorPasskeys } from '#server/modules/operators/operator-passkeys.service.ts'
import { findWaitingMessage } from '#server/modules/outbox/outbox.service.ts'
import { renderMail } from '#server/modules/outbox/render-message.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { changeOwnSecret, signInOperator } from '#server/workflows/operators/sign-in-operator.ts'
import { addPasskeyOf, removePasskeyOf } from '#server/workflows/operators/use-operator-passkeys.ts'
import { momentIn } from '#shared/moment-text.ts'
import { defaultLook } from '#shared/brand-look.ts'
import { SoftAuthenticator } from '#tests/support/authenticator.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { OperatorDesk } from '#tests/support/operator-desk.ts'

let db: TestDatabase
let config: Config
let ann: OperatorDesk
let lin: OperatorDesk
const address = { ann: 'ann@operators.example', lin: 'lin@operators.example' }
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 6 })
  const base = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
  config = { ...base, mail: { url: 'smtp://127.0.0.1:1', from: 'shop@example.com' } }
  ann = await OperatorDesk.open(db, config)
  await ann.firstOwner('ann', '--email', address.ann)
  lin = (await ann.hire('lin', 'finance')).desk
  await lin.run(`operators set-address --email ${address.lin} --language zh-CN`)
})
beforeEach(() => db.asOwner('delete from outbox_messages'))
afterAll(async () => {
  await Promise.all([ann, lin].map((desk) => desk.close()))
  await db.drop()
})

const promo = (code: string) => `promos create --code ${code} --percent 60 --note test`
const idIn = (printed: string) => /approvals grant --id (\S+)/.exec(printed)?.[1] ?? ''

/** All pending mails by email address, as they would be sent. Mails of one action have no fixed order. */
async function mails(): Promise<{ to: string; subject: string; text: string }[]> {
  const rows = await db.asOwner<{ id: string }>('select id from outbox_messages')
  const keyring = createKeyring(config.secretKey)
  const brand = { en: 'Wayfare', 'zh-CN': '畅行' }
  const waitingMails = await Promise.all(
    rows.map(async ({ id }) => {
      const waiting = await findWaitingMessage(db.database, keyring, id)
      if (!waiting || 'told' in waiting || !waiting.content) throw new Error('no notice to an operator')
      const { content } = waiting
      const mail = renderMail(
        { template: waiting.template, ...content },
        { brand, look: defaultLook, publicOrigin: 'https://vpn.example', consoleOrigin: 'https://desk.example' },
      )
      return { to: content.to, subject: mail.subject, text: mail.text }
    }),
  )
  return waitingMails.toSorted((one, other) => one.to.localeCompare(other.to))
}
const told = async () => (await mails()).map(({ to, subject }) => `${to} ${subject}`).toSorted()

describe("notices by email in the operator's language", () => {
  it('operators are mailed when a proposal waits for a second operator, and how to stop it', async () => {
    const id = idIn(await lin.run(promo('WAITS')))
    expect(await told()).toEqual([
      `${address.ann} Wayfare: “Create a promo code” waits for a second operator`,
      `${address.lin} 畅行：“创建优惠码”等待另一位操作员批准`,
    ])
    const [first, second] = await mails()
    expect(first!.text).toContain(
      `lin prepared “Create a promo code”. Nothing has been done yet: another operator decides.`,
    )
    expect(first!.text).toContain(`/console/queue/approvals/${id}`)
    expect(first!.text).not.toContain('npm run')
    expect(first!.text).not.toContain('can decide alone')
    expect(second!.text).toContain('lin 准备了“创建优惠码”')
    expect(first!.text).toContain('What it would do:\nWould create the promo code WAITS: 60 % off.')
    expect(second!.text).toContain('批准后的结果：\n')
  })

  it('the mail states from when the only owner can decide alone', async () => {
    await db.asOwner(`insert into settings (key, value) values ('isOpen', 'true') on conflict do nothing`)
    await ann.run(promo('ALONE'))
    const [{ at } = { at: '' }] = await db.asOwner<{ at: string }>(
      `select (prepared_at + interval '24 hours')::text as at
       from operator_proposals order by id desc limit 1`,
    )
    const all = await mails()
    expect(all[0]!.text).toContain(momentIn(new Date(at), 'en', 'UTC'))
    expect(all[1]!.text).toContain(momentIn(new Date(at), 'zh-CN', 'UTC'))
    expect((await mails())[0]!.text).toContain('ann can approve it alone from')
  })

  it('new, changed, reset and disabled operators are mailed to owners and to the operator concerned', async () => {
    const sam = await ann.hire('sam', 'support')
    expect(await told()).toEqual([
      `${address.ann} Wayfare: sam accepted the invitation`,
      `${address.ann} Wayfare: sam is an operator`,
      `${address.lin} 畅行：新增操作员 sam`,
    ])
    await sam.desk.run('operators set-address --email sam@operators.example')
    await db.asOwner('delete from outbox_messages')
    await ann.run('operators change --name sam --role viewer')
    expect((await mails()).map(({ to }) => to)).toEqual([address.ann, address.lin, 'sam@operators.example'])
    expect((await mails())[2]!.text).toContain('ann changed the role of sam from support to viewer.')
    await db.asOwner('delete from outbox_messages')
    await ann.runAlone(['operators', 'reset-factor', '--name', 'sam', '--reason', 'lost'])
    expect(await told()).toContain(`sam@operators.example Wayfare: The sign-in of sam was reset`)
    await db.asOwner('delete from outbox_messages')
    await ann.run(['operators', 'disable', '--name', 'sam', '--reason', 'left'])
    expect(await told()).toEqual([
      `${address.ann} Wayfare: The account of sam is disabled`,
      `${address.lin} 畅行：sam 的账号已停用`,
      'sam@operators.example Wayfare: The account of sam is disabled',
    ])
    expect(await db.asOwner(`select from operators where name = 'sam' and sealed_email is null`)).toHaveLength(1)
    await sam.desk.close()
  })

  it('previews and refused actions send no mail', async () => {
    await lin.run(`${promo('PREVIEW')} --preview`)
    await ann.run('operators invite --name wei --role finance --preview')
    await expect(ann.run('operators disable --name stranger --reason x')).rejects.toThrow('There is no operator')
    expect(await told()).toEqual([])
  })

  it('a deployment without mail sends no notices', async () => {
    const desk = await OperatorDesk.open(db, { ...config, mail: null }, 'TEST')
    await desk.run(`${promo('NOMAIL')} --operator ada`)
    expect(await told()).toEqual([])
    await desk.close()
  })

  it('an operator can have at most fifty open proposals', async () => {
    await db.asOwner(`update operator_proposals set prepared_at = now() where state = 'open'`)
    await db.asOwner(
      `insert into operator_proposals (id, action, options, why, preview, prepared_by)
       select gen_random_uuid(), 'promos.create', '{}', '{}', '{}', o.id from operators o, generate_series(1, 49) where o.name = 'lin'`,
    )
    await expect(lin.run(promo('FLOOD'))).rejects.toThrow('You have 50 open proposals already')
    expect(await told()).toEqual([])
    await db.asOwner(`update operator_proposals set prepared_at = now() - interval '8 days' where state = 'open'`)
    expect(await lin.run(promo('FLOOD'))).toContain('Another operator decides')
  })
})

describe('notice email address of an operator', () => {
  it('the notice email address is set only by its operator, stored encrypted, masked in lists, and not in the audit log', async () => {
    await ann.run('operators set-address --email Ann.Other@Operators.example')
    const listed = await lin.run('operators list')
    expect(listed).toContain('a***@operators.example')
    for (const { text } of await db.asOwner<{ text: string }>(
      `select t::text as text from operators t union all select t::text from audit_log t
       union all select t::text from operator_proposals t union all select t::text from outbox_messages t`,
    ))
      expect(text.toLowerCase()).not.toContain('operators.example')
    expect(listed.toLowerCase()).not.toContain('ann.other')
    expect(await told()).toEqual([
      'ann.other@operators.example Wayfare: Notices to ann',
      `${address.ann} Wayfare: Notices to ann`,
    ])
    await ann.run(`operators set-address --email ${address.ann}`)
  })

  it('a removed notice email address gets a notice, and the language can be changed alone', async () => {
    await lin.run('operators set-address --language en')
    expect(await told()).toEqual([])
    await lin.run('operators set-address --remove')
    expect(await told()).toEqual([`${address.lin} Wayfare: Notices to lin`])
    await lin.run(promo('UNHEARD'))
    expect((await told()).filter((line) => line.startsWith(address.lin))).toHaveLength(1)
    await lin.run(`operators set-address --email ${address.lin}`)
  })

  it.each([
    ['--email nothing', '--email must be an email address'],
    ['--email a@b.example,c@d.example', '--email must be an email address'],
    ['--email a@b.example --remove', 'Enter either --email or --remove'],
    ['', '--email is missing'],
    ['--language fr', '--language must be one of en, zh-CN'],
  ])('an invalid notice email address is refused: %s', async (what, message) => {
    await expect(lin.run(`operators set-address ${what}`.trim().split(/ +/))).rejects.toThrow(message)
  })

  it('an operator without a notice email address is reminded at sign-in', async () => {
    const { desk, person } = await ann.hire('mia', 'viewer')
    expect(await desk.signIn(person)).toContain('You have no address for notices')
    await desk.run('operators set-address --email mia@operators.example')
    expect(await desk.signIn(person)).not.toContain('You have no email address')
    await desk.close()
  })

  it('a changed sign-in method is mailed to the operator and every owner, and to nobody else', async () => {
    const sue = await ann.hire('sue', 'support')
    await sue.desk.run('operators set-address --email sue@operators.example')
    const [row] = await db.asOwner<{ id: string }>(`select id from operators where name = 'sue'`)
    const operator = { id: row!.id, name: 'sue' }
    const deps = { database: db.database, config }
    const site = { name: 'Wayfare Console', origin: 'https://desk.example' }
    await db.asOwner('delete from outbox_messages')
    const options = await db.database.transaction((tx) => beginOperatorPasskey(tx, site, operator))
    const response = new SoftAuthenticator(site.origin).create(options) as RegistrationResponseJSON
    await addPasskeyOf(deps, site, { operator, name: ' A stick ', response })
    expect(await told()).toEqual([
      `${address.ann} Wayfare: sue added a passkey`,
      'sue@operators.example Wayfare: sue added a passkey',
    ])
    expect((await mails())[0]!.text).toContain('added the passkey “A stick”')
    await db.asOwner('delete from outbox_messages')
    const [passkey] = await listOperatorPasskeys(db.database, operator.id)
    await removePasskeyOf(deps, operator, passkey!.id)
    expect(await told()).toEqual([
      `${address.ann} Wayfare: sue removed a passkey`,
      'sue@operators.example Wayfare: sue removed a passkey',
    ])
    await db.asOwner('delete from outbox_messages')
    const keyring = createKeyring(config.secretKey)
    const proof = { name: 'sue', secret: sue.person.secret, code: await sue.desk.code(sue.person) }
    const signedIn = await signInOperator(
      { database: db.database, keyring, digest: createKeyedDigest(config.secretKey) },
      proof,
    )
    expect(await changeOwnSecret(deps, signedIn!.token, 'a longer way to say it')).toBeNull()
    expect(await told()).toEqual([
      `${address.ann} Wayfare: sue has a new password`,
      'sue@operators.example Wayfare: sue has a new password',
    ])
    await sue.desk.close()
  })

  it('a new invitation link and its acceptance are mailed to owners', async () => {
    const invite = () => ann.run('operators invite --name tia --role viewer')
    await invite()
    await db.asOwner('delete from outbox_messages')
    const printed = await invite()
    expect(await told()).toContain(`${address.ann} Wayfare: tia has a new invitation`)
    expect(JSON.stringify(await mails())).not.toContain('#invitation=')
    await db.asOwner('delete from outbox_messages')
    const desk = await OperatorDesk.open(db, config)
    await desk.accept('tia', printed)
    await desk.close()
    expect(await told()).toEqual([`${address.ann} Wayfare: tia accepted the invitation`])
  })
})

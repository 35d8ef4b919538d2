import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { queueMessage } from '#server/modules/outbox/outbox.service.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { Outbox } from '#simulators/outbox/outbox.ts'
import { openIdentity, password, type IdentityTest } from '../../support/identity.ts'
import { forgetJobs, waitingJobs } from '../../support/jobs.ts'
import { enqueueJob } from '#server/platform/jobs.ts'

let test: IdentityTest
const lines: string[] = []
beforeAll(async () => {
  test = await openIdentity({ log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) })
})
afterAll(() => test.close())
beforeEach(() => test.forgetCodeLimits())

const ask = (
  identifier: string,
  { kind = 'email', language = 'en' }: { kind?: 'email' | 'phone'; language?: string } = {},
) =>
  test.call('/api/user/user_send_code', { purpose: 'register', kind, identifier } as const, { headers: { language } })
const statuses = async () =>
  (await test.db.asOwner<{ status: string }>('select status from outbox_messages order by created_at')).map(
    ({ status }) => status,
  )

describe('mail delivery', () => {
  it("mail is sent over SMTP as text and HTML in the caller's language", async () => {
    await ask('en@example.com')
    await ask('zh@example.com', { language: 'zh_CN' })
    const [english] = await test.messagesTo('en@example.com')
    const [chinese] = await test.messagesTo('zh@example.com')
    const code = /\d{6}/.exec(english!.text)![0]
    expect(english).toMatchObject({ subject: 'Your Wayfare code', from: 'Wayfare <no-reply@wayfare.example>' })
    expect(english!.html).toContain(code)
    expect(english!.html).toContain('<html lang="en">')
    expect(chinese).toMatchObject({ subject: '畅行验证码', from: '畅行 <no-reply@wayfare.example>' })
    expect(chinese!.text).toContain('10 分钟内有效')
    expect(chinese!.html).toContain('<html lang="zh-CN">')
    expect(english!.html).not.toMatch(/<script|<img|src=/)
  })

  it('an email address that names several recipients is refused', async () => {
    const tricky = await ask('a@example.com, b@example.com')
    expect(tricky.status).toBe('InvalidInput')
    for (const typed of ['"x"@example.com', 'x@example.com\r\nBcc: y@example.com', 'x@[127.0.0.1]', '<x@example.com>'])
      expect((await ask(typed)).status).toBe('InvalidInput')
  })

  it('the message content is deleted once it is sent', async () => {
    await ask('gone@example.com')
    expect((await test.messagesTo('gone@example.com')).length).toBe(1)
    const rows = await test.db.asOwner('select sealed from outbox_messages where sealed is not null')
    expect(rows).toEqual([])
  })
})

describe('SMS delivery', () => {
  it('no code is sent to a landline', async () => {
    expect(await ask('+861012345678', { kind: 'phone' })).toMatchObject({
      status: 'InvalidInput',
      data: { fields: { identifier: expect.any(String) as string } },
    })
    expect(await test.messagesTo('+861012345678')).toEqual([])
  })

  it('an SMS contains brand and code in both languages, and binds the code to the site', async () => {
    await ask('+14155552671', { kind: 'phone' })
    await ask('+8613900139000', { kind: 'phone', language: 'zh_CN' })
    const [english] = await test.messagesTo('+14155552671')
    const [chinese] = await test.messagesTo('+8613900139000')
    expect(english!.text).toMatch(
      /^(\d{6}) is your Wayfare code\. Valid for 10 minutes\. Never share it\.\n\n@[\w.-]+ #\1$/,
    )
    expect(chinese!.text).toMatch(/^【畅行】验证码 (\d{6})，10 分钟内有效，请勿告诉他人。\n\n@[\w.-]+ #\1$/)
  })
})

describe('mail server outage', () => {
  it('a mail outage blocks nobody, loses nothing and logs no code or email address', async () => {
    const mailServer = new Outbox()
    const port = await mailServer.listen(0)
    await mailServer.close()
    const down = await openIdentity({
      env: {
        SMTP_URL: `smtp://mailer:canary-smtp-password@localhost:${port}`,
        MAIL_FROM: 'Wayfare <hello@wayfare.example>',
      },
      log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
    })
    const asked = await down.call('/api/user/user_send_code', {
      purpose: 'register',
      kind: 'email',
      identifier: 'late@example.com',
    })
    expect(asked.status).toBe('OK')
    for (let n = 0; n < 3; n++) await down.work()
    const [job] = await waitingJobs(down.db.asOwner, 'send-message')
    // Two of the three attempts were retries.
    expect(job).toMatchObject({ attempts: 2 })
    expect(job!.error).toMatch(/^Error: mail server: E[A-Z]+$/)
    expect(lines.join('')).toContain('job failed')
    expect(lines.join('') + job!.error).not.toMatch(/late@example|canary-smtp/)

    await mailServer.listen(port)
    await down.work()
    const mails = mailServer.messages.filter(({ to }) => to === 'late@example.com')
    expect(mails).toHaveLength(1)
    const code = /\d{6}/.exec(mails[0]!.text)![0]
    const input = { kind: 'email', identifier: 'late@example.com', code, password, agreed: true } as const
    expect((await down.call('/api/user/user_register_normal', input)).status).toBe('OK')
    await down.close()
    await mailServer.close()
  })

  it('a message whose job was lost is sent later, and an expired code is dropped', async () => {
    await forgetJobs(test.db.asOwner, 'send-message')
    await test.db.asOwner('delete from outbox_messages')
    const keyring = createKeyring(test.config.secretKey)
    const content = { to: 'patient@example.com', language: 'en', code: null } as const
    const notice = { channel: 'mail', template: 'password-changed', usefulUntil: null } as const
    const tooLate = { channel: 'mail', template: 'code-reset', usefulUntil: new Date(Date.now() - 1_000) } as const
    await test.db.database.transaction((tx) => queueMessage(tx, keyring, notice, content))
    await test.db.database.transaction((tx) => queueMessage(tx, keyring, tooLate, { ...content, code: '123456' }))
    await forgetJobs(test.db.asOwner, 'send-message')
    await test.db.asOwner("update outbox_messages set created_at = created_at - interval '5 minutes'")
    await test.work()
    expect(await statuses()).toEqual(['waiting', 'waiting'])
    await enqueueJob(test.db.database, 'sweep-outbox', {})
    expect((await test.messagesTo('patient@example.com')).map(({ subject }) => subject)).toEqual([
      'Your Wayfare password was changed',
    ])
    expect(await statuses()).toEqual(['sent', 'expired'])
  })
})

it('a rolled-back transaction sends no mail', async () => {
  await test.db.asOwner('delete from outbox_messages')
  const keyring = createKeyring(test.config.secretKey)
  const rolledBack = test.db.database.transaction(async (tx) => {
    const content = { to: 'ghost@example.com', language: 'en', code: null } as const
    await queueMessage(tx, keyring, { channel: 'mail', template: 'password-changed', usefulUntil: null }, content)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect(await test.messagesTo('ghost@example.com')).toEqual([])
})

it('secrets appear in no answer or log', async () => {
  const canaries = {
    key: randomBytes(32).toString('hex'),
    mail: 'canary-mail-password',
    sms: 'canary-twilio-token',
    password: 'canary horse battery',
  }
  const keyFile = path.join(inject('dataDir'), 'canary.key')
  await writeFile(keyFile, canaries.key)
  const seen: string[] = []
  const mailServer = new Outbox()
  const log = pino({ level: 'trace' }, { write: (line: string) => void seen.push(line) })
  const app = await openIdentity({
    log,
    env: {
      SECRET_KEY_FILE: keyFile,
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: canaries.sms,
      TWILIO_FROM: '+15005550006',
      TWILIO_ENDPOINT: 'http://localhost:9',
      SMTP_URL: `smtp://canary:${canaries.mail}@localhost:${await mailServer.listen(0)}`,
      MAIL_FROM: 'hello@wayfare.example',
    },
  })
  const say = ({ raw, pragma }: { raw: string; pragma: string | undefined }) => {
    seen.push(raw)
    return { pragma: pragma ?? '' }
  }
  const email = 'canary@example.com'
  say(await app.call('/api/user/user_send_code', { purpose: 'register', kind: 'email', identifier: email }))
  say(await app.call('/api/user/user_send_code', { purpose: 'register', kind: 'phone', identifier: '+14155552671' }))
  await app.work()
  const code = /\d{6}/.exec(mailServer.messages.find(({ to }) => to === email)!.text)![0]
  const registration = { kind: 'email', identifier: email, code, password: canaries.password, agreed: true } as const
  const { pragma: registerToken } = say(await app.call('/api/user/user_register_normal', registration))
  const { pragma: token } = say(await app.call('/api/system/system_user_info', {}, { token: registerToken }))
  const credentials = { kind: 'email', identifier: email, agreed: true } as const
  say(await app.call('/api/user/user_login', { ...credentials, password: canaries.password }))
  say(await app.call('/api/user/user_login', { ...credentials, password: `${canaries.password}!` }))
  for (const call of [
    '/api/user/user_sessions',
    '/api/user/user_sign_in_history',
    '/api/system/system_user_info',
    '/api/system/system_client_config',
  ] as const)
    say(await app.call(call, {}, { token }))
  // Database errors are logged, but the log must not contain values of rows.
  await app.db.asOwner('alter table sign_in_events rename to sign_in_events_away')
  const failed = await app.call('/api/user/user_login', { ...credentials, password: canaries.password })
  expect(failed.http).toBe(500)
  say(failed)
  const hashes = await app.db.asOwner<{ hash: string }>('select password_hash as hash from users')
  expect(seen.join('\n')).toContain('call failed')
  expect(seen.join('\n')).toContain('job failed')
  const secrets = [...Object.values(canaries), code, token, registerToken, ...hashes.map(({ hash }) => hash)]
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(5)
    expect(seen.join('\n')).not.toContain(secret)
  }
  expect(seen.filter((line) => line.includes('"level"')).join('\n')).not.toContain(email)
  await app.close()
  await mailServer.close()
})

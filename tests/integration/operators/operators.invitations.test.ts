import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { consoleErrors, type ConsoleInvitation, type ConsoleMe } from '#shared/console.ts'
import { runAction } from '#server/operator/run-action.ts'
import { sql } from '#server/platform/sql.ts'
import { solveWork } from '#shared/solve-work.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { ConsoleBrowser } from '#tests/support/console-browser.ts'
import { dumpTexts } from '#tests/support/dump-texts.ts'
import { ada } from '#tests/support/operators.ts'
import { codeOf, OperatorDesk, type Person } from '#tests/support/operator-desk.ts'

let shop: TestApp
let desk: OperatorDesk
let ann: Person
beforeAll(async () => {
  shop = await createTestApp({ maxConnections: 8 })
  desk = await OperatorDesk.open(shop.db, shop.config)
  ann = await desk.firstOwner()
})
beforeEach(() => shop.db.asOwner('delete from limit_counters'))
afterAll(async () => {
  await desk.close()
  await shop.close()
})

const secret = 'quiet harbour at dawn'
const open = () => new ConsoleBrowser(shop.app, shop.config.publicOrigin)
const invite = async (name: string, role = 'viewer') =>
  linkIn(await desk.runAlone(['operators', 'invite', '--name', name, '--role', role]))
const linkIn = (printed: string) => /Invitation link: \S+\/console#invitation=(\S+)/.exec(printed)?.[1] ?? ''
const read = (token: string, browser = open(), address = '198.51.100.1', headers = {}) =>
  browser.ask<ConsoleInvitation>('POST', '/invitation', { token }, { address, headers })
const accept = (body: { token: string; sealed: string; secret?: string; code: string }, browser = open()) =>
  browser.ask<ConsoleMe>('POST', '/invitation/accept', { secret, ...body })
const join = async (token: string, browser = open()) => {
  const { totpSecret, sealed, name } = (await read(token)).data
  const answer = await accept({ token, sealed, code: codeOf(totpSecret) }, browser)
  return { ...answer, person: { name, secret, totpSecret } }
}
const rowOf = async (name: string) =>
  (
    await shop.db.asOwner<{ id: string; secret_hash: string | null; sealed_totp: Buffer | null; hash: string | null }>(
      `select id, secret_hash, sealed_totp, encode(invitation_hash, 'hex') as hash from operators where name = $1`,
      [name],
    )
  )[0]!
const over = {
  http: 410,
  data: { status: 'InvitationOver', message: consoleErrors.InvitationOver['zh-CN'] },
  cookies: [],
}

describe('invited operator', () => {
  it('an invited operator has no password and second factor until accepting, and signs in with them afterwards', async () => {
    const token = await invite('vera')
    expect(await rowOf('vera')).toMatchObject({
      secret_hash: null,
      sealed_totp: null,
      hash: expect.any(String) as string,
    })
    const browser = open()
    const { http, data, person } = await join(token, browser)
    expect([http, data]).toMatchObject([200, { name: 'vera', role: 'viewer' }])
    expect((await browser.read('plans.list')).http).toBe(200)
    expect((await open().signIn({ ...person, code: await desk.code(person) })).http).toBe(200)
  })

  it('the invitation link, the password and the TOTP key are stored in no table in plain text', async () => {
    const token = await invite('nora', 'finance')
    const { totpSecret, sealed } = (await read(token)).data
    await accept({ token, sealed, code: codeOf(totpSecret) })
    const found = Object.entries(await dumpTexts(shop.db)).flatMap(([column, texts]) =>
      [token, secret, totpSecret].filter((each) => texts.includes(each.toLowerCase())).map((each) => [column, each]),
    )
    expect(found).toEqual([])
  })

  it('the owner sees only the invitation link, never a password or TOTP key', async () => {
    const answers = [await desk.run('operators invite --name iris --role finance --preview')]
    answers.push(await desk.run('operators invite --name iris --role finance'))
    const [, id = ''] = /approvals grant --id (\S+)/.exec(answers[1]!) ?? []
    answers.push(await desk.run(['approvals', 'show', '--id', id]))
    const proposed = await runAction('operators.invite', async () => ({ name: 'ida', role: 'finance' }), {
      database: shop.db.database,
      config: shop.config,
      operator: { ...ada, role: 'owner' },
      confirm: async () => ({ ok: true, value: null }),
    })
    // The owner of this shop approves, so the proposer is not told to approve it alone.
    expect(proposed).toMatchObject({ value: { output: { name: 'ida' }, proposal: { isYours: false } } })
    expect(JSON.stringify(proposed)).not.toContain('invitation')
    for (const each of answers) expect(each).not.toMatch(/#invitation=|secret:|otpauth|key for/i)
    await shop.db.asOwner(`update operator_proposals set prepared_at = prepared_at - interval '1 day'`)
    const granted = await desk.run(['approvals', 'grant', '--id', id])
    expect(linkIn(granted)).toMatch(/^[\w-]{43}$/)
    expect(granted).not.toMatch(/secret:|otpauth|key for/i)
  })

  it('an unknown, used, expired or replaced link, or one of a disabled account, gets the same refusal', async () => {
    const used = await invite('umar')
    await join(used)
    const expired = await invite('ezra')
    await shop.db.asOwner(`update operators set invited_until = now() - interval '1 second' where name = 'ezra'`)
    const disabled = await invite('dora')
    await desk.run('operators disable --name dora --reason test')
    const replaced = await invite('rosa')
    await invite('rosa')
    for (const token of ['x'.repeat(43), used, expired, disabled, replaced]) {
      expect(await read(token)).toMatchObject(over)
      expect(await accept({ token, sealed: 'eA', code: '123456' })).toMatchObject(over)
      await shop.db.asOwner('delete from limit_counters')
    }
  })

  it('accepting is refused if the account was disabled, reset or invited again while the form was open', async () => {
    for (const [name, command] of [
      ['gina', ['disable', '--reason', 'test']],
      ['hugo', ['reset-factor', '--reason', 'test']],
      ['mona', ['invite', '--role', 'viewer']],
    ] as const) {
      const token = await invite(name)
      const { totpSecret, sealed } = (await read(token)).data
      await desk.runAlone(['operators', ...command, '--name', name])
      expect(await accept({ token, sealed, code: codeOf(totpSecret) })).toMatchObject(over)
      expect((await rowOf(name)).secret_hash).toBeNull()
    }
  })

  it('an invitation accepted twice at the same time creates one session', async () => {
    const token = await invite('tess')
    const offers = [(await read(token)).data, (await read(token)).data]
    const held = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = shop.db.database.transaction(async (tx) => {
      await tx.query(sql`select from operators where name = 'tess' for update`)
      locked.resolve()
      await held.promise
    })
    await locked.promise
    const both = offers.map(({ totpSecret, sealed }) => accept({ token, sealed, code: codeOf(totpSecret) }))
    await expect
      .poll(
        async () =>
          (
            await shop.db.asOwner<{ count: number }>(
              `select count(*)::int as count from pg_stat_activity
               where datname = current_database() and wait_event_type = 'Lock' and query like '%update operators%'`,
            )
          )[0]!.count,
      )
      .toBe(2)
    held.resolve()
    await holding
    expect((await Promise.all(both)).map(({ http }) => http).toSorted()).toEqual([200, 410])
    expect(
      await shop.db.asOwner(
        `select from operator_sessions s join operators o on o.id = s.operator_id where name = 'tess'`,
      ),
    ).toHaveLength(1)
  })

  it('accepting with a TOTP key from another invitation or a self-made one is refused', async () => {
    const [token, other] = [await invite('kira'), await invite('lola')]
    const { totpSecret, sealed } = (await read(other)).data
    expect(await accept({ token, sealed, code: codeOf(totpSecret) })).toMatchObject(over)
    expect(
      await accept({ token, sealed: Buffer.from(totpSecret).toString('base64url'), code: codeOf(totpSecret) }),
    ).toMatchObject(over)
    const old = (await read(token)).data
    const again = await invite('kira')
    expect(await accept({ token: again, sealed: old.sealed, code: codeOf(old.totpSecret) })).toMatchObject(over)
  })

  it('an invalid password or code is reported, and the link still works', async () => {
    const token = await invite('wren')
    const { totpSecret, sealed } = (await read(token)).data
    const code = codeOf(totpSecret)
    expect((await accept({ token, sealed, secret: 'short', code })).data).toMatchObject({ status: 'InvalidInput' })
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await accept({ token, sealed, code: wrong })).data).toMatchObject({ status: 'WrongOperatorCode' })
    expect((await accept({ token, sealed, code })).http).toBe(200)
  })

  it('the code that accepted the invitation cannot be used a second time', async () => {
    const token = await invite('olga')
    const { totpSecret, sealed } = (await read(token)).data
    const code = codeOf(totpSecret)
    expect((await accept({ token, sealed, code })).http).toBe(200)
    expect((await open().signIn({ name: 'olga', secret, code })).http).toBe(401)
  })

  it("accepting an invitation ends the browser's earlier session", async () => {
    const browser = open()
    await browser.signIn({ ...ann, code: await desk.code(ann) })
    const before = browser.cookie
    expect((await join(await invite('pete'), browser)).data.name).toBe('pete')
    const thief = open()
    thief.cookie = before
    expect((await thief.ask('GET', '/me')).data).toBeNull()
  })
})

describe('invitation link', () => {
  it('the unused links of an owner end when that owner is disabled, and another owner can make new ones', async () => {
    const { desk: gone } = await desk.hire('gwen', 'owner')
    const linkOf = async (by: OperatorDesk, name: string) =>
      linkIn(await by.runAlone(['operators', 'invite', '--name', name, '--role', 'viewer']))
    const [token, other] = [await linkOf(gone, 'nell'), await linkOf(desk, 'noah')]
    const { totpSecret, sealed } = (await read(token)).data
    await gone.run('operators disable --name gwen --reason test')
    expect(await read(token)).toMatchObject(over)
    expect(await accept({ token, sealed, code: codeOf(totpSecret) })).toMatchObject(over)
    expect((await read(other)).http).toBe(200)
    expect((await join(await linkOf(desk, 'nell'))).data).toMatchObject({ name: 'nell', role: 'viewer' })
    await gone.close()
    // Later tests approve alone, which is possible only a day after another owner left.
    await shop.db.asOwner(`update operators set not_owner_since = null where name = 'gwen'`)
  })

  it('a new link for an unused account keeps the role and invalidates the previous link', async () => {
    const lost = await invite('cleo', 'support')
    const preview = await desk.run('operators invite --name CLEO --role support --preview')
    expect(preview).toContain('Would create a new invitation link for cleo')
    await expect(desk.run('operators invite --name cleo --role owner')).rejects.toThrow(
      'is invited with the role support',
    )
    const found = linkIn(await desk.run('operators invite --name cleo --role support'))
    expect(await read(lost)).toMatchObject(over)
    expect((await join(found)).data).toMatchObject({ name: 'cleo', role: 'support' })
  })

  it('a new link for a used account is created only by a reset with two operators', async () => {
    await join(await invite('saul'))
    const again = () => desk.run('operators invite --name saul --role viewer')
    await expect(again()).rejects.toThrow('is taken')
    const reset = await desk.run('operators reset-factor --name saul --reason lost')
    expect(reset).toContain('Nothing was done.')
    const [, id = ''] = /approvals grant --id (\S+)/.exec(reset) ?? []
    await shop.db.asOwner(`update operator_proposals set prepared_at = prepared_at - interval '1 day'`)
    const token = linkIn(await desk.run(['approvals', 'grant', '--id', id]))
    expect(await rowOf('saul')).toMatchObject({ secret_hash: null, sealed_totp: null })
    await expect(again()).rejects.toThrow('is taken')
    expect((await join(token)).http).toBe(200)
  })

  it('ten invalid links from one network require a proof of work; valid links use up no attempt', async () => {
    const token = await invite('yuri')
    for (let round = 0; round < 12; round++) expect((await read(token, open(), '203.0.113.9')).http).toBe(200)
    for (let round = 0; round < 10; round++) expect((await read('y'.repeat(43), open(), '203.0.113.9')).http).toBe(410)
    const refused = await read(token, open(), '203.0.113.9')
    expect(refused.http).toBe(429)
    const work = await solveWork(refused.data.work!)
    expect((await read(token, open(), '203.0.113.9', { work })).http).toBe(200)
    expect((await read(token, open(), '203.0.113.10')).http).toBe(200)
  })

  it("an invitation is read only from the console's own origin", async () => {
    const token = await invite('zara')
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    expect((await read(token, open(), '198.51.100.1', headers)).data).toMatchObject({ status: 'ForeignOrigin' })
  })
})

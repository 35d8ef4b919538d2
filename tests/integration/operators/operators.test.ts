import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { hashAtRealCost } from '#tests/support/cheap-argon2.ts'
import { codeOf, OperatorDesk, type Person } from '#tests/support/operator-desk.ts'

let db: TestDatabase
let desk: OperatorDesk
let ann: Person
const desks: OperatorDesk[] = []
const config = () => readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
const openDesk = async (environment: 'PROD' | 'DEV' = 'PROD') => {
  const opened = await OperatorDesk.open(db, config(), environment)
  desks.push(opened)
  return opened
}
beforeAll(async () => {
  hashAtRealCost(true)
  db = await createTestDatabase({ maxConnections: 6 })
})
beforeEach(async () => {
  await db.asOwner('delete from audit_log where operator_id is not null')
  await db.asOwner('update settlements set prepared_by_id = null, approved_by_id = null')
  await db.asOwner('delete from operator_proposals')
  await db.asOwner('delete from operator_sessions')
  await db.asOwner('delete from operators where not demo')
  await db.asOwner('delete from limit_counters')
  desk = await openDesk()
  ann = await desk.firstOwner()
})
afterAll(async () => {
  hashAtRealCost(false)
  await Promise.all(desks.map((each) => each.close()))
  await db.drop()
})
const operators = () =>
  db.asOwner<{ name: string; role: string; disabled: boolean; invited: boolean; secret_hash: string }>(
    `select name, role, disabled_at is not null as disabled, invited_until is not null as invited, secret_hash
     from operators where not demo order by created_at`,
  )
const audits = () =>
  db.asOwner<{ operator: string; operator_id: string | null; action: string; subject: string }>(
    'select operator, operator_id, action, subject from audit_log order by at, id',
  )
const passTime = (interval: string) =>
  db.asOwner(
    `update operator_sessions set started_at = started_at - $1::interval, seen_at = seen_at - $1::interval, factor_at = factor_at - $1::interval`,
    [interval],
  )

describe('sign-in for commands', () => {
  it('the audit log names the signed-in account with its id', async () => {
    expect(await desk.run('whoami')).toMatch(/^ann, owner, at most until /)
    await desk.run(['promos.create', '--code', 'SIGNEDIN', '--percent', '10', '--note', 'a test'])
    const [account] = await db.asOwner<{ id: string }>(`select id from operators where name = 'ann'`)
    expect((await audits()).at(-1)).toEqual({
      operator: 'ann',
      operator_id: account?.id,
      action: 'promos.create',
      subject: 'promo SIGNEDIN',
    })
  })

  it('PROD requires a sign-in, and a typed operator name is refused', async () => {
    const other = await openDesk()
    await expect(other.run('promos.list')).rejects.toThrow('You are not signed in: wayfare login')
    for (const at of [desk, other])
      await expect(at.run('promos list --operator ann')).rejects.toThrow(
        '--operator is for trying things out in DEV and TEST; with APP_ENV=PROD sign in',
      )
  })

  it('DEV accepts any typed operator name except that of an account', async () => {
    const dev = await openDesk('DEV')
    expect(await dev.run('promos list --operator newcomer')).toContain('Trying out as newcomer.')
    expect(await dev.run(['promos.list', '--operator', ' NewComer'])).toContain('Trying out as newcomer.')
    await expect(dev.run(['promos.list', '--operator', 'ANN '])).rejects.toThrow('cannot be tried out as an operator')
    expect(await db.asOwner(`select name from operators where name_key = 'newcomer'`)).toHaveLength(1)
  })

  it('the database holds only hashes and encrypted keys, and the session file is readable only by its owner', async () => {
    const token = (await readFile(desk.sessionPath, 'utf8')).trim()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect((await stat(desk.sessionPath)).mode & 0o777).toBe(0o600)
    const rows = JSON.stringify([
      await db.asOwner('select * from operators'),
      await db.asOwner(
        `select encode(token_hash, 'escape') as a, encode(token_hash, 'base64') as b from operator_sessions`,
      ),
      await db.asOwner('select * from audit_log'),
      await db.asOwner(`select encode(sealed_totp, 'escape') as sealed from operators`),
    ])
    for (const secret of [token, ann.secret, ann.totpSecret]) expect(rows).not.toContain(secret)
    expect((await operators())[0]?.secret_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await chmod(desk.sessionPath, 0o640)
    await expect(desk.run('whoami')).rejects.toThrow('can be read by others')
  })

  it('a wrong name, password or code gets the same refusal, and a code is accepted once', async () => {
    const code = await desk.code(ann)
    for (const [name, secret, typed] of [
      ['bob', ann.secret, code],
      ['ann', 'something else', code],
      ['ann', ann.secret, code === '000000' ? '000001' : '000000'],
      ['ada', '', code],
    ])
      await expect(desk.run(['login', '--name', name!], { answers: [secret!, typed!] })).rejects.toThrow(
        'Name, password or code is wrong.',
      )
    const step = Math.floor(Date.now() / 30_000) * 30_000
    const used = codeOf(ann.totpSecret, step)
    const login = (typed: string) => desk.run('login --name ANN', { answers: [ann.secret, typed] })
    expect(await login(used)).toContain('You are signed in as ann.')
    await expect(login(used)).rejects.toThrow('wrong')
    await expect(login(codeOf(ann.totpSecret, step - 30_000))).rejects.toThrow('wrong')
  })

  it('two sign-ins at once with the same code: only one succeeds', async () => {
    const code = await desk.code(ann)
    const both = await Promise.allSettled(
      [desk, await openDesk()].map((at) => at.run('login --name ann', { answers: [ann.secret, code] })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('ten failed sign-ins block this name for fifteen minutes, and no other name', async () => {
    const wrong = () => desk.run('login --name ann', { answers: ['wrong', '123456'] })
    for (let n = 0; n < 10; n++) await expect(wrong()).rejects.toThrow('is wrong')
    await expect(wrong()).rejects.toThrow(/Too many wrong tries[.] The next one counts in 1[45] minutes[.]/)
    await expect(desk.signIn(ann)).rejects.toThrow('Too many wrong tries')
    await expect(desk.run('login --name bob', { answers: ['wrong', '123456'] })).rejects.toThrow('is wrong')
    expect(await desk.run('whoami')).toContain('ann')
  })

  it('a session ends after half an hour without use', async () => {
    await passTime('29 minutes 50 seconds')
    expect(await desk.run('whoami')).toContain('ann')
    await passTime('30 minutes')
    await expect(desk.run('promos.list')).rejects.toThrow('Your sign-in is over')
  })

  it('a session ends after 12 hours, however much it is used', async () => {
    await db.asOwner(`update operator_sessions set started_at = now() - interval '11 hours 59 minutes'`)
    expect(await desk.run('whoami')).toContain('ann')
    await db.asOwner(`update operator_sessions set started_at = now() - interval '12 hours 1 second'`)
    await expect(desk.run('whoami')).rejects.toThrow('You are not signed in')
  })

  it('signing out ends the session, also for a copy of the file', async () => {
    const token = await readFile(desk.sessionPath, 'utf8')
    expect(await desk.run('logout')).toContain('You are signed out.')
    await writeFile(desk.sessionPath, token, { mode: 0o600 })
    await expect(desk.run('promos.list')).rejects.toThrow('Your sign-in is over')
    expect(await desk.run('logout')).toContain('You were not signed in.')
  })
})

describe('commands that move money', () => {
  const create = (code: string) => ['promos.create', '--code', code, '--percent', '10', '--note', 'a test']

  it('a command about money asks for a code again after five minutes and does nothing without it', async () => {
    await passTime('4 minutes 50 seconds')
    expect(await desk.run(create('WITHIN'))).toContain('is valid now')
    await passTime('11 seconds')
    await expect(desk.run(create('LATER'))).rejects.toThrow('was not answered')
    const wrong = { answers: ['abcdef'] }
    await expect(desk.run(create('LATER'), wrong)).rejects.toThrow(
      'This code is wrong or was used before. Nothing was done.',
    )
    expect(await db.asOwner(`select from promo_codes where code = 'LATER'`)).toEqual([])
    expect(await desk.run([...create('LATER'), '--preview'])).toContain('Would create')
    expect(await desk.run(create('LATER'), { answers: [await desk.code(ann)] })).toContain('is valid now')
    expect(await desk.run(create('LATEST'))).toContain('is valid now')
  })

  it('a code already used to sign in is refused', async () => {
    const code = await desk.code(ann)
    await desk.run('login --name ann', { answers: [ann.secret, code] })
    await passTime('6 minutes')
    await expect(desk.run(create('TWICE'), { answers: [code] })).rejects.toThrow('wrong or was used before')
  })

  it('ten wrong codes block further attempts', async () => {
    await passTime('6 minutes')
    for (let n = 0; n < 10; n++) await expect(desk.run(create('MANY'), { answers: ['111'] })).rejects.toThrow('wrong')
    const right = { answers: [await desk.code(ann)] }
    await expect(desk.run(create('MANY'), right)).rejects.toThrow('Too many wrong tries')
  })
})

describe('operator accounts', () => {
  it('a first owner is created only when no owner can sign in', async () => {
    const first = () => desk.run('operator create-first --name zoe')
    await expect(first()).rejects.toThrow('There is an owner already')
    await db.asOwner('update operators set disabled_at = now()')
    await expect(desk.run('operator create-first --name Ann')).rejects.toThrow('The name “Ann” is taken.')
    const zoe = await (await openDesk()).firstOwner('zoe')
    await expect(first()).rejects.toThrow('There is an owner already')
    expect(await desk.signIn(zoe)).toContain('You are signed in as zoe.')
  })

  it('many first owners created at once: only one succeeds', async () => {
    await db.asOwner('delete from audit_log where operator_id is not null')
    await db.asOwner('delete from operator_sessions')
    await db.asOwner('delete from operators where not demo')
    const names = ['mara', 'otto', 'june', 'peng', 'sven']
    const made = await Promise.allSettled(names.map(async (name) => (await openDesk()).firstOwner(name)))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await operators()).toHaveLength(1)
  })

  it('a first owner is stored only after the authenticator app is verified', async () => {
    await db.asOwner('update operators set disabled_at = now()')
    const secret = 'a long enough secret'
    const answers = [secret, secret, '000000', 'x', '']
    await expect(desk.run('operator create-first --name zoe', { answers })).rejects.toThrow('Nothing was set up.')
    expect((await operators()).map(({ name }) => name)).toEqual(['ann'])
  })

  it('an invited operator chooses a valid password in the terminal and is signed in', async () => {
    const printed = await desk.run('operators invite --name lin --role support')
    const [, link = ''] = /Invitation link: (\S+)/.exec(printed) ?? []
    const other = await openDesk()
    const unfit = ['too short', 'too short', 'a secret of lin here', 'a secret of lin here', 'one way', 'another way']
    await expect(other.run('login --invitation', { answers: [link, ...unfit] })).rejects.toThrow(
      'No password was chosen',
    )
    await expect(other.run('promos.list')).rejects.toThrow('You are not signed in')
    const lin = await other.accept('lin', printed)
    expect(await other.run('whoami')).toContain('lin, support')
    expect(await other.signIn(lin)).toContain('You are signed in as lin.')
    await expect(other.accept('lin', printed)).rejects.toThrow('does not work any more')
  })

  it.each(['ann', 'ANN', ' Ann ', 'ａｎｎ', 'ada'])(
    'an operator name is unique in any spelling: "%s"',
    async (name) => {
      await expect(desk.run(['operators', 'invite', '--name', name, '--role', 'viewer'])).rejects.toThrow('is taken')
    },
  )

  it('an operator who is disabled, reset or given another role is signed out at once', async () => {
    for (const [name, command] of [
      ['lin', ['disable', '--reason', 'left']],
      ['wei', ['change', '--role', 'viewer']],
      ['mia', ['reset-factor', '--reason', 'lost the phone']],
    ] as const) {
      const { desk: theirs, person } = await desk.hire(name, 'finance')
      desks.push(theirs)
      expect(await theirs.run('whoami')).toContain(`${name}, finance`)
      await desk.runAlone(['operators', ...command, '--name', name.toUpperCase()])
      await expect(theirs.run('promos.list')).rejects.toThrow('Your sign-in is over')
      const again = theirs.signIn(person).then(
        () => 'in',
        () => 'out',
      )
      expect(await again).toBe(name === 'wei' ? 'in' : 'out')
    }
    expect((await operators()).map(({ name, role, disabled, invited }) => [name, role, disabled, invited])).toEqual([
      ['ann', 'owner', false, false],
      ['lin', 'finance', true, false],
      ['wei', 'viewer', false, false],
      ['mia', 'finance', false, true],
    ])
  })

  it('the last owner cannot be removed, also when two owners leave at once', async () => {
    for (const command of ['change --role finance', 'disable --reason x', 'reset-factor --reason x'])
      await expect(desk.run(`operators ${command} --name ann`)).rejects.toThrow('the last owner who can sign in')
    const { desk: other } = await desk.hire('bob', 'owner')
    desks.push(other)
    const both = await Promise.allSettled([
      desk.run('operators disable --name ann --reason x'),
      other.run('operators disable --name bob --reason x'),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await operators()).filter(({ disabled }) => !disabled)).toHaveLength(1)
  })

  it('an operator changes the password with the current one and a code, which ends other sessions', async () => {
    const other = await openDesk()
    await other.signIn(ann)
    const fresh = 'quite another secret'
    const change = async (secret: string) =>
      desk.run('operator change-password', { answers: [secret, await desk.code(ann), fresh, fresh] })
    await expect(change('not it')).rejects.toThrow('Nothing was changed')
    expect(await change(ann.secret)).toContain('Your password has been changed.')
    await expect(other.run('whoami')).rejects.toThrow('You are not signed in')
    expect(await desk.run('whoami')).toContain('ann')
    await expect(desk.signIn(ann)).rejects.toThrow('is wrong')
    expect(await desk.signIn({ ...ann, secret: fresh })).toContain('signed in')
  })

  it('a dry run of every account change changes nothing', async () => {
    const { desk: theirs } = await desk.hire('lin', 'support')
    desks.push(theirs)
    const before = [await operators(), (await audits()).length]
    for (const command of [
      'invite --name wei --role viewer',
      'change --name lin --role viewer',
      'disable --name lin --reason x',
      'reset-factor --name lin --reason x',
    ])
      expect(await desk.run(`operators ${command} --preview`)).toContain('ould')
    expect([await operators(), (await audits()).length]).toEqual(before)
    expect(await theirs.run('whoami')).toContain('lin')
  })
})

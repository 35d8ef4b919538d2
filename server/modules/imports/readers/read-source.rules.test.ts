import { describe, expect, it } from 'vitest'
import { NoPeopleColumns, tokenOf } from './csv-people.rules.ts'
import { readSourceFile, type ReadOptions } from './read-source.rules.ts'

const read = (text: string | Buffer, options: Partial<ReadOptions> & Pick<ReadOptions, 'source'>) =>
  readSourceFile(Buffer.from(text as string), { offset: 480, algorithm: 'php', salt: '', ...options })
const bcrypt = `$2y$10$${'a'.repeat(53)}`

// Sources of columns and their meanings: cedar2025/Xboard, database/migrations/2023_03_19_000000_create_v2_tables.php,
// 2025_01_10_152139_add_device_limit_column.php and 2025_07_01_122908_create_gift_card_tables.php; passwords:
// app/Utils/Helper.php, multiPasswordVerify; commit ee2c12ed. V2board: database/install.sql, commit 0ca47622.
describe('a dump of Xboard or V2board', () => {
  const dump = `
INSERT INTO \`v2_plan\` (\`id\`,\`group_id\`,\`name\`,\`device_limit\`) VALUES (1,1,'月付 😀',3);
INSERT INTO \`v2_user\` (\`id\`,\`invite_user_id\`,\`email\`,\`password\`,\`password_algo\`,\`password_salt\`,\`balance\`,\`commission_balance\`,\`banned\`,\`plan_id\`,\`device_limit\`,\`token\`,\`expired_at\`,\`created_at\`) VALUES
(1,NULL,'A@b.example','${bcrypt}',NULL,NULL,150,20,0,1,NULL,'${'a1'.repeat(16)}',1800000000,1600000000),
(2,1,'c@d.example','${'0F'.repeat(16)}','md5salt','pepper',-5,0,1,NULL,2,'${'b2'.repeat(16)}',NULL,1600000001),
(3,NULL,'e@f.example','x','sha256',NULL,0,0,0,1,NULL,'',0,1600000002),
(4,NULL,'g@h.example','','',NULL,0,0,7,1,NULL,'',0,1600000003);
INSERT INTO \`v2_order\` (\`id\`,\`user_id\`,\`plan_id\`,\`period\`,\`trade_no\`,\`total_amount\`,\`balance_amount\`,\`status\`,\`paid_at\`,\`created_at\`) VALUES
(1,1,1,'month_price','2023010100000000',1000,150,3,1600000100,1600000000),(2,1,1,'yearly','2023010100000001',9000,NULL,2,NULL,1600000200);
INSERT INTO \`v2_gift_card_code\` (\`id\`,\`code\`,\`status\`) VALUES (1,'AAAA',0),(2,'BBBB',1);
INSERT INTO \`v2_payment\` (\`id\`,\`config\`) VALUES (1,'{"key":"gateway secret"}');`

  it('yields people, plans and orders, and names the column of a row that it cannot read', () => {
    const { people, plans, orders, unread, unusedCards, isWhole } = read(dump, { source: 'xboard' })
    expect(plans).toEqual([{ id: '1', name: '月付 😀' }])
    expect(people).toEqual([
      {
        oldId: '1',
        email: 'A@b.example',
        password: { algorithm: 'php', hash: bcrypt, salt: '' },
        expiry: { kind: 'at', at: 1_800_000_000 },
        plan: '1',
        maxDevices: null,
        balanceMinor: 150,
        commissionMinor: 20,
        isBanned: false,
        token: 'a1'.repeat(16),
        inviterId: null,
        createdAt: 1_600_000_000,
      },
      expect.objectContaining({
        password: { algorithm: 'md5salt', hash: '0f'.repeat(16), salt: 'pepper' },
        expiry: { kind: 'never' },
        plan: null,
        maxDevices: 2,
        balanceMinor: -5,
        isBanned: true,
        inviterId: '1',
      }),
      expect.objectContaining({ password: null, expiry: { kind: 'none' }, token: null }),
    ])
    expect(unread).toEqual([{ what: 'person', oldId: '4', code: 'unreadable', column: 'banned' }])
    expect(orders).toEqual([
      {
        personId: '1',
        number: '2023010100000000',
        plan: '1',
        period: 'month_price',
        amountMinor: 1150,
        status: 'paid',
        createdAt: 1_600_000_000,
        paidAt: 1_600_000_100,
      },
      expect.objectContaining({ status: 'cancelled', amountMinor: 9000, paidAt: null }),
    ])
    expect([unusedCards, isWhole]).toEqual([1, true])
  })

  it('the gateway configuration in a dump is not read', () => {
    expect(JSON.stringify(read(dump, { source: 'v2board' }))).not.toContain('gateway secret')
  })
})

// Sources of the format: Anankke/SSPanel-UIM, db/migrations/2023020100-init.php (tables, dates of 1989 as "none"),
// src/Utils/Hash.php (passwords with the salt of the site's configuration), src/Models/Order.php (states); commit
// 7e5e1c38.
describe('a dump of SSPanel-UIM', () => {
  const users = `INSERT INTO \`user\` (\`id\`,\`email\`,\`pass\`,\`money\`,\`ref_by\`,\`class\`,\`class_expire\`,\`node_iplimit\`,\`is_banned\`,\`reg_date\`) VALUES
(1,'a@b.example','${'ab'.repeat(32)}',12.50,0,2,'2027-01-15 16:00:00',3,0,'2024-01-01 08:00:00'),
(2,'c@d.example','${bcrypt}',-1.00,1,0,'1989-06-04 00:05:00',0,1,'1989-06-04 00:05:00'),
(3,'e@f.example','',0,0,1,'0000-00-00 00:00:00',0,0,'2024-01-01 08:00:00');`
  const rest = `INSERT INTO \`link\` VALUES (1,'tokentokentoken1',1);
INSERT INTO \`order\` (\`id\`,\`user_id\`,\`product_id\`,\`product_type\`,\`product_name\`,\`price\`,\`status\`,\`create_time\`,\`update_time\`) VALUES
(7,1,1,'tabp','月付',15.00,'activated',1700000000,1700000100),(8,1,1,'tabp','月付',15.00,'pending_payment',1700000000,1700000000);`
  const link =
    'CREATE TABLE `link` (`id` bigint(20) unsigned NOT NULL, `token` varchar(255) NOT NULL, `userid` bigint(20));\n'

  it('a dump of SSPanel-UIM yields people with their level as plan, their links, and orders', () => {
    const { people, orders } = read(users + link + rest, { source: 'sspanel', algorithm: 'sha3salt', salt: 'site' })
    expect(people).toEqual([
      {
        oldId: '1',
        email: 'a@b.example',
        password: { algorithm: 'sha3salt', hash: 'ab'.repeat(32), salt: 'site' },
        expiry: { kind: 'at', at: 1_800_000_000 },
        plan: '2',
        maxDevices: 3,
        balanceMinor: 1250,
        commissionMinor: 0,
        isBanned: false,
        token: 'tokentokentoken1',
        inviterId: null,
        createdAt: 1_704_067_200,
      },
      expect.objectContaining({
        password: { algorithm: 'php', hash: bcrypt, salt: '' },
        expiry: { kind: 'none' },
        plan: null,
        maxDevices: null,
        balanceMinor: -100,
        isBanned: true,
        token: null,
        inviterId: '1',
        createdAt: null,
      }),
      expect.objectContaining({ expiry: { kind: 'none' }, password: null }),
    ])
    expect(orders.map(({ number, status, amountMinor, paidAt }) => [number, status, amountMinor, paidAt])).toEqual([
      ['7', 'paid', 1500, 1_700_000_100],
      ['8', 'open', 1500, null],
    ])
  })
})

describe('a dump of SSPanel-UIM with values that no shop writes', () => {
  it('keeps orders whose times are out of range as orders of an unknown time, and rejects one whose time is no number', () => {
    const order = (id: number, created: string, updated: string) =>
      `INSERT INTO \`order\` (id,user_id,status,create_time,update_time) VALUES (${id},1,'activated',${created},${updated});\n`
    const dump = [
      order(1, '999999999999', '999999999999'),
      order(2, '-5', 'NULL'),
      order(3, '1700000000000', '1700000000'),
      order(4, "'constructor'", '0'),
    ]
    const { orders, unread } = read(dump.join(''), { source: 'sspanel' })
    expect(orders.map(({ number, createdAt, paidAt }) => [number, createdAt, paidAt])).toEqual([
      ['1', 0, null],
      ['2', 0, null],
      ['3', 1_700_000_000, 1_700_000_000],
    ])
    expect(unread).toEqual([{ what: 'order', oldId: '4', code: 'unreadable', column: 'create_time' }])
  })

  it('reads an order with an unknown state as not paid, also if the state is the name of a property', () => {
    const rows = `(1,1,'constructor',1700000000,0),(2,1,'__proto__',1700000000,0),(3,1,'',1700000000,0)`
    const dump = `INSERT INTO \`order\` (id,user_id,status,create_time,update_time) VALUES ${rows};`
    expect(read(dump, { source: 'sspanel' }).orders.map(({ status }) => status)).toEqual(['open', 'open', 'open'])
  })

  it('refuses people of a file that lacks the end of memberships', () => {
    const { people, unread } = read("INSERT INTO user (id,email,class) VALUES (1,'a@b.example',2);", {
      source: 'sspanel',
    })
    expect([people, unread]).toEqual([[], [{ what: 'person', oldId: '1', code: 'unreadable', column: 'class_expire' }]])
  })
})

describe('a CSV file', () => {
  it('a CSV file is read as V2board exports it (app/Http/Controllers/Admin/UserController.php, dumpCSV)', () => {
    const text = `\uFEFF邮箱,余额,推广佣金,总流量,剩余流量,套餐到期时间,订阅计划,订阅地址\r
a@b.example,1.5,0.2,100,50,2027-01-15 16:00:00,月付,https://p.example/api/v1/client/subscribe?token=${'a1'.repeat(16)}\r
c@d.example,0,0,0,0,长期有效,无订阅,https://p.example/s/${'b2'.repeat(16)}\r\n`
    expect(read(text, { source: 'v2board' }).people).toMatchObject([
      {
        oldId: 'a@b.example',
        balanceMinor: 150,
        commissionMinor: 20,
        expiry: { kind: 'at', at: 1_800_000_000 },
        plan: '月付',
        token: 'a1'.repeat(16),
        password: null,
      },
      { expiry: { kind: 'never' }, plan: null, token: 'b2'.repeat(16) },
    ])
  })

  it('a CSV file is read as Xboard exports it (app/Http/Controllers/V2/Admin/UserController.php, dumpCSV)', () => {
    const text = `\uFEFF邮箱,余额,推广佣金,总流量,剩余流量,套餐到期时间,订阅计划,订阅地址
a@b.example,"1,234.50",0.20,"100.00 GB","50.00 GB","2027-01-15 16:00:00","月付 ""A""",https://p.example/s/${'a1'.repeat(16)}
c@d.example,0.00,0.00,"0.00 B","0.00 B",长期有效,无订阅,https://p.example/s/${'b2'.repeat(16)}
`
    expect(read(text, { source: 'xboard' })).toMatchObject({
      people: [
        { balanceMinor: 123_450, commissionMinor: 20, expiry: { at: 1_800_000_000 }, plan: '月付 "A"' },
        { balanceMinor: 0, expiry: { kind: 'never' }, plan: null, token: 'b2'.repeat(16) },
      ],
      unread: [],
    })
  })

  it('a CSV file is read as phpMyAdmin exports the users table, with amounts in cents', () => {
    const text = `"id","email","password","balance","expired_at","plan_id"\n"7","a@b.example","${bcrypt}","150","NULL","1"`
    expect(read(text, { source: 'xboard' }).people).toMatchObject([
      { oldId: '7', balanceMinor: 150, expiry: { kind: 'never' }, plan: '1', password: { algorithm: 'php' } },
    ])
  })

  it('a CSV line with numbers rounded by Excel is reported, and the next lines are read', () => {
    const text =
      'id,email,expires\n1.23457E+10,a@b.example,2026-01-01\n8,c@d.example,1.76E+09\n9,e@f.example,2026-01-01\n'
    const { people, unread } = read(text, { source: 'csv' })
    expect(people.map(({ oldId }) => oldId)).toEqual(['9'])
    expect(unread).toEqual([
      { what: 'person', oldId: '1.23457E+10', code: 'rounded', column: 'id' },
      { what: 'person', oldId: '8', code: 'rounded', column: 'expires' },
    ])
  })

  it('a CSV file without a column of email addresses is refused', () => {
    expect(() => read('name,plan\nx,1\n', { source: 'csv' })).toThrow(NoPeopleColumns)
  })

  it('the token is read from a subscription URL in any of its forms, unless it could be guessed', () => {
    const token = 'a1b2c3d4e5f6a7b8'
    expect(
      [`https://p.example/sub/${token}/clash`, `https://p.example/link/${token}?sub=3`, token, '', 'not a token!'].map(
        tokenOf,
      ),
    ).toEqual([token, token, token, null, null])
    // Words and short tokens are rejected, because they would become subscription URLs that anybody can guess.
    expect(['premium-plan', 'monthly-premium-plan', 'abc_1'].map(tokenOf)).toEqual([null, null, null])
  })
})

describe('a password hash of a file', () => {
  const hashOf = (hash: string, algorithm = 'php' as const) =>
    read(`id,email,password\n1,a@b.example,"${hash}"`, { source: 'csv', algorithm }).people[0]?.password

  it('a password hash is imported if it can be verified at a usual cost', () => {
    const argon2 = `$argon2id$v=19$m=65536,t=4,p=1$${'a'.repeat(22)}$${'b'.repeat(43)}`
    expect([hashOf(bcrypt), hashOf(argon2)].map((hash) => hash?.hash)).toEqual([bcrypt, argon2])
  })

  it('a password hash is left out if it is invalid or would need gigabytes or minutes to verify', () => {
    const hashes = [
      '',
      'plain password',
      bcrypt.slice(0, -1),
      bcrypt.replace('$10$', '$31$'),
      `$argon2id$v=19$m=4194304,t=4,p=1$${'a'.repeat(22)}$${'b'.repeat(43)}`,
      `$argon2id$v=19$m=65536,t=400,p=1$${'a'.repeat(22)}$${'b'.repeat(43)}`,
    ]
    expect(hashes.map((hash) => hashOf(hash))).toEqual(hashes.map(() => null))
  })
})

import { siteSalt, type OldPerson, type OldShop } from './old-shop.ts'

/**
 * This file writes the files of generated shops, with all columns of the tables that an import reads. Names and types
 * of columns:
 * - Xboard (cedar2025/Xboard, ee2c12ed): database/migrations/2023_03_19_000000_create_v2_tables.php,
 *   2025_01_04_optimize_plan_table.php, 2025_01_10_152139_add_device_limit_column.php,
 *   2025_01_13_000000_convert_order_period_fields.php, 2025_06_21_000003_add_traffic_reset_fields_to_users.php and
 *   2025_07_01_122908_create_gift_card_tables.php; hash forms: app/Utils/Helper.php, multiPasswordVerify.
 * - V2board (v2board/v2board, 0ca47622): database/install.sql; hash forms: app/Utils/Helper.php (no sha256salt).
 * - SSPanel-UIM (Anankke/SSPanel-UIM, 7e5e1c38): db/migrations/2023020100-init.php up to 2025073100-refactor_mfa.php;
 *   hash forms: src/Utils/Hash.php.
 */
type Cell = string | number | null
type Columns<Row> = readonly (readonly [name: string, type: string, value: (row: Row) => Cell])[]

const escapes: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\n': '\\n',
  '\r': '\\r',
  '\\': '\\\\',
  "'": "\\'",
  '"': '\\"',
  '\u001a': '\\Z',
}
const sqlOf = (cell: Cell): string =>
  cell === null
    ? 'NULL'
    : typeof cell === 'number'
      ? String(cell)
      : // oxlint-disable-next-line no-control-regex -- MySQL escapes these control characters
        `'${cell.replaceAll(/[\0\n\r\\'"\u001a]/g, (sign) => escapes[sign] ?? sign)}'`

/** Length at which mysqldump begins another INSERT (`net_buffer_length`). */
const mostStatement = 1_000_000

function tableOf<Row>(name: string, columns: Columns<Row>, rows: readonly Row[], namesColumns: boolean): string {
  const names = columns.map(([column]) => `\`${column}\``).join(', ')
  const definition = columns.map(([column, type]) => `  \`${column}\` ${type}`).join(',\n')
  const head = `INSERT INTO \`${name}\` ${namesColumns ? `(${names}) ` : ''}VALUES${namesColumns ? '\n' : ' '}`
  const statements: string[] = []
  let open = ''
  for (const row of rows) {
    const values = `(${columns.map(([, , value]) => sqlOf(value(row))).join(namesColumns ? ', ' : ',')})`
    open = open === '' ? head + values : `${open},${namesColumns ? '\n' : ''}${values}`
    if (open.length > mostStatement) {
      statements.push(`${open};\n`)
      open = ''
    }
  }
  if (open !== '') statements.push(`${open};\n`)
  return `DROP TABLE IF EXISTS \`${name}\`;\nCREATE TABLE \`${name}\` (\n${definition},\n  PRIMARY KEY (\`id\`)\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;\n${statements.join('')}\n`
}

const uuidOf = (id: number): string => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`
const none = () => null
const zero = () => 0

function boardUsers(isXboard: boolean): Columns<OldPerson> {
  const added: Columns<OldPerson> = [
    ['next_reset_at', 'int(11) DEFAULT NULL', none],
    ['last_reset_at', 'int(11) DEFAULT NULL', none],
    ['reset_count', "int(11) NOT NULL DEFAULT '0'", zero],
    ['device_limit', 'int(11) DEFAULT NULL', ({ devices }) => devices],
    ['online_count', 'int(11) DEFAULT NULL', none],
    ['last_online_at', 'timestamp NULL DEFAULT NULL', none],
  ]
  return [
    ['id', 'int(11) NOT NULL AUTO_INCREMENT', ({ id }) => id],
    ['invite_user_id', 'int(11) DEFAULT NULL', ({ inviter }) => inviter],
    ['telegram_id', 'bigint(20) DEFAULT NULL', ({ id }) => (id % 9 === 0 ? 5_000_000_000 + id : null)],
    ['email', 'varchar(64) NOT NULL', ({ email }) => email],
    ['password', 'varchar(64) NOT NULL', ({ hash }) => hash.hash],
    ['password_algo', 'char(10) DEFAULT NULL', ({ hash }) => hash.algorithm],
    ['password_salt', 'char(10) DEFAULT NULL', ({ hash }) => hash.salt],
    ['balance', "int(11) NOT NULL DEFAULT '0'", ({ balanceMinor }) => balanceMinor],
    ['discount', 'int(11) DEFAULT NULL', none],
    ['commission_type', "tinyint(4) NOT NULL DEFAULT '0' COMMENT '0: system 1: period 2: onetime'", zero],
    ['commission_rate', 'int(11) DEFAULT NULL', none],
    ['commission_balance', "int(11) NOT NULL DEFAULT '0'", ({ commissionMinor }) => commissionMinor],
    ['t', "int(11) NOT NULL DEFAULT '0'", ({ createdAt }) => createdAt + 86_400],
    ['u', "bigint(20) NOT NULL DEFAULT '0'", ({ used }) => used.up],
    ['d', "bigint(20) NOT NULL DEFAULT '0'", ({ used }) => used.down],
    ['transfer_enable', "bigint(20) NOT NULL DEFAULT '0'", ({ used }) => used.allowed],
    ['banned', "tinyint(1) NOT NULL DEFAULT '0'", ({ isBanned }) => Number(isBanned)],
    ['is_admin', "tinyint(1) NOT NULL DEFAULT '0'", ({ isAdmin }) => Number(isAdmin)],
    ['last_login_at', 'int(11) DEFAULT NULL', ({ createdAt }) => createdAt + 60],
    ['is_staff', "tinyint(1) NOT NULL DEFAULT '0'", ({ id }) => Number(id === 2)],
    ['last_login_ip', 'int(11) DEFAULT NULL', ({ id }) => id * 77_777],
    ['uuid', 'varchar(36) NOT NULL', ({ id }) => uuidOf(id)],
    ['group_id', 'int(11) DEFAULT NULL', ({ plan }) => plan],
    ['plan_id', 'int(11) DEFAULT NULL', ({ plan }) => plan],
    ['speed_limit', 'int(11) DEFAULT NULL', none],
    ['remind_expire', "tinyint(4) DEFAULT '1'", () => 1],
    ['remind_traffic', "tinyint(4) DEFAULT '1'", () => 1],
    ['token', 'char(32) NOT NULL', ({ token }) => token],
    [
      'expired_at',
      "bigint(20) DEFAULT '0'",
      ({ expires }) => (expires === 'never' ? null : expires === 'none' ? 0 : expires),
    ],
    ...(isXboard ? added : []),
    ['remarks', 'text', ({ remarks }) => remarks],
    ['created_at', 'int(11) NOT NULL', ({ createdAt }) => createdAt],
    ['updated_at', 'int(11) NOT NULL', ({ createdAt }) => createdAt + 90],
  ]
}

const boardPlans = (isXboard: boolean): Columns<OldShop['plans'][number]> => [
  ['id', 'int(11) NOT NULL AUTO_INCREMENT', ({ id }) => id],
  ['group_id', 'int(11) DEFAULT NULL', ({ id }) => id],
  ['transfer_enable', 'bigint(20) DEFAULT NULL', () => 100],
  ['name', 'varchar(255) NOT NULL', ({ name }) => name],
  ...(isXboard ? ([['prices', 'json DEFAULT NULL', () => '{"monthly": 9.9}']] as const) : []),
  ['speed_limit', 'int(11) DEFAULT NULL', none],
  ...(isXboard
    ? ([['device_limit', 'int(11) DEFAULT NULL', ({ devices }: { devices: number | null }) => devices]] as const)
    : []),
  ['show', "tinyint(1) NOT NULL DEFAULT '0'", () => 1],
  ['content', 'text', () => '<p>it\'s "good"</p>'],
  ['created_at', 'int(11) NOT NULL', () => 1_600_000_000],
  ['updated_at', 'int(11) NOT NULL', () => 1_600_000_000],
]

const boardOrders = (isXboard: boolean): Columns<OldShop['orders'][number]> => [
  ['id', 'int(11) NOT NULL AUTO_INCREMENT', ({ id }) => id],
  ['invite_user_id', 'int(11) DEFAULT NULL', none],
  ['user_id', 'int(11) NOT NULL', ({ person }) => person],
  ['plan_id', 'int(11) NOT NULL', ({ plan }) => plan],
  ['coupon_id', 'int(11) DEFAULT NULL', none],
  ['payment_id', 'int(11) DEFAULT NULL', () => 1],
  ['type', "int(11) NOT NULL COMMENT '1新购2续费3升级'", () => 1],
  ['period', 'varchar(255) NOT NULL', () => (isXboard ? 'monthly' : 'month_price')],
  ['trade_no', 'varchar(36) NOT NULL', ({ id, createdAt }) => `${createdAt}${String(id).padStart(10, '0')}`],
  ['callback_no', 'varchar(255) DEFAULT NULL', none],
  ['total_amount', 'int(11) NOT NULL', ({ amountMinor }) => amountMinor],
  ['balance_amount', 'int(11) DEFAULT NULL', none],
  ['status', "tinyint(1) NOT NULL DEFAULT '0' COMMENT '0待支付1开通中2已取消3已完成4已折抵'", ({ status }) => status],
  ['commission_status', "tinyint(1) NOT NULL DEFAULT '0'", zero],
  ['paid_at', 'int(11) DEFAULT NULL', ({ status, createdAt }) => (status >= 3 ? createdAt + 60 : null)],
  ['created_at', 'int(11) NOT NULL', ({ createdAt }) => createdAt],
  ['updated_at', 'int(11) NOT NULL', ({ createdAt }) => createdAt + 60],
]

const cards: Columns<OldShop['cards'][number]> = [
  ['id', 'bigint(20) unsigned NOT NULL AUTO_INCREMENT', () => 1],
  ['code', 'varchar(32) NOT NULL', ({ code }) => code],
  ['status', "tinyint(4) NOT NULL DEFAULT '0'", ({ isUsed }) => Number(isUsed)],
]

const beijing = (seconds: number): string =>
  new Date((seconds + 8 * 3_600) * 1000).toISOString().slice(0, 19).replace('T', ' ')
const classEnd = ({ expires }: OldPerson): string =>
  expires === 'none' ? '1989-06-04 00:05:00' : expires === 'never' ? '9999-12-31 23:59:59' : beijing(expires)

const panelUsers: Columns<OldPerson> = [
  ['id', 'bigint(20) unsigned NOT NULL AUTO_INCREMENT', ({ id }) => id],
  ['user_name', "varchar(255) NOT NULL DEFAULT ''", ({ id }) => `名字 ${id}`],
  ['email', 'varchar(255) NOT NULL', ({ email }) => email],
  ['pass', 'varchar(255) NOT NULL', ({ hash }) => hash.hash],
  ['passwd', 'varchar(255) NOT NULL', ({ id }) => `connect${id}`],
  ['uuid', 'uuid NOT NULL', ({ id }) => uuidOf(id)],
  ['u', 'bigint(20) unsigned NOT NULL DEFAULT 0', ({ used }) => used.up],
  ['d', 'bigint(20) unsigned NOT NULL DEFAULT 0', ({ used }) => used.down],
  ['transfer_enable', 'bigint(20) unsigned NOT NULL DEFAULT 0', ({ used }) => used.allowed],
  ['port', 'smallint(6) unsigned NOT NULL', ({ id }) => 1_024 + (id % 60_000)],
  ['reg_date', "datetime NOT NULL DEFAULT '1989-06-04 00:05:00'", ({ createdAt }) => beijing(createdAt)],
  ['money', 'decimal(12,2) NOT NULL DEFAULT 0.00', ({ balanceMinor }) => (balanceMinor / 100).toFixed(2)],
  ['ref_by', 'bigint(20) unsigned NOT NULL DEFAULT 0', ({ inviter }) => inviter ?? 0],
  ['node_iplimit', 'smallint(6) unsigned NOT NULL DEFAULT 0', ({ devices }) => devices ?? 0],
  ['is_admin', 'tinyint(1) unsigned NOT NULL DEFAULT 0', ({ isAdmin }) => Number(isAdmin)],
  ['class', 'smallint(5) unsigned NOT NULL DEFAULT 0', ({ plan }) => plan ?? 0],
  ['class_expire', "datetime NOT NULL DEFAULT '1989-06-04 00:05:00'", classEnd],
  ['remark', "text NOT NULL DEFAULT ''", ({ remarks }) => remarks ?? ''],
  ['is_banned', 'tinyint(1) unsigned NOT NULL DEFAULT 0', ({ isBanned }) => Number(isBanned)],
  ['banned_reason', "varchar(255) NOT NULL DEFAULT ''", () => ''],
  ['is_shadow_banned', 'tinyint(1) unsigned NOT NULL DEFAULT 0', zero],
  ['api_token', "varchar(255) NOT NULL DEFAULT ''", ({ id }) => uuidOf(id)],
  ['locale', "varchar(16) NOT NULL DEFAULT 'zh-TW'", () => 'zh-CN'],
]
const panelLinks: Columns<OldPerson> = [
  ['id', 'bigint(20) unsigned NOT NULL AUTO_INCREMENT', ({ id }) => id],
  ['token', "varchar(255) NOT NULL DEFAULT ''", ({ token }) => token],
  ['userid', 'bigint(20) unsigned NOT NULL DEFAULT 0', ({ id }) => id],
]
const panelStates = ['pending_payment', 'pending_activation', 'cancelled', 'activated', 'expired']
const panelOrders: Columns<OldShop['orders'][number]> = [
  ['id', 'bigint(20) unsigned NOT NULL AUTO_INCREMENT', ({ id }) => id],
  ['user_id', 'bigint(20) unsigned NOT NULL DEFAULT 0', ({ person }) => person],
  ['product_id', 'bigint(20) unsigned NOT NULL DEFAULT 0', ({ plan }) => plan],
  ['product_type', "varchar(255) NOT NULL DEFAULT ''", () => 'tabp'],
  ['product_name', "varchar(255) NOT NULL DEFAULT ''", ({ plan }) => `套餐 ${plan}`],
  ['product_content', "longtext NOT NULL DEFAULT '{}' CHECK (json_valid(`product_content`))", () => '{"time":"30"}'],
  ['coupon', "varchar(255) NOT NULL DEFAULT ''", () => ''],
  ['price', 'decimal(12,2) unsigned NOT NULL DEFAULT 0', ({ amountMinor }) => (amountMinor / 100).toFixed(2)],
  ['status', "varchar(255) NOT NULL DEFAULT ''", ({ status }) => panelStates[status] ?? ''],
  ['create_time', 'int(11) unsigned NOT NULL DEFAULT 0', ({ createdAt }) => createdAt],
  ['update_time', 'int(11) unsigned NOT NULL DEFAULT 0', ({ createdAt }) => createdAt + 60],
]

/** A table that holds secrets, as careless exports do. */
const payments = "INSERT INTO `v2_payment` VALUES (1,'uuid','Stripe','x','','{\\\"key\\\":\\\"gateway secret\\\"}');\n"

/** Dump by mysqldump of MariaDB, whose first line is a comment of its sandbox mode. */
const mariaDump = (tables: string): string =>
  `/*!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19  Distrib 10.11.8-MariaDB\n/*!40101 SET NAMES utf8mb4 */;\n\n${tables}\n-- Dump completed on 2026-01-01  0:00:00\n`
/** Export by phpMyAdmin: each INSERT names its columns, and a transaction surrounds everything. */
const phpMyAdminDump = (tables: string): string =>
  `-- phpMyAdmin SQL Dump\n-- version 5.2.1\n\nSET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";\nSTART TRANSACTION;\nSET time_zone = "+00:00";\n\n/*!40101 SET NAMES utf8mb4 */;\n\n${tables}COMMIT;\n`

const csvOf = (cell: Cell): string => {
  const text = String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const csvColumns: readonly (readonly [string, (person: OldPerson) => Cell])[] = [
  ['id', ({ id }) => id],
  ['email', ({ email }) => email],
  ['password_hash', ({ hash }) => hash.hash],
  ['password_algorithm', ({ hash }) => hash.algorithm],
  ['password_salt', ({ hash }) => hash.salt],
  ['expires', ({ expires }) => (expires === 'never' ? 'never' : expires === 'none' ? '' : beijing(expires))],
  ['plan', ({ plan }) => plan],
  ['devices', ({ devices }) => devices],
  ['balance', ({ balanceMinor }) => (balanceMinor / 100).toFixed(2)],
  ['banned', ({ isBanned }) => (isBanned ? 'yes' : 'no')],
  ['token', ({ token }) => `https://old.example/s/${token}`],
  ['inviter', ({ inviter }) => inviter],
  ['created', ({ createdAt }) => beijing(createdAt)],
  ['remarks', ({ remarks }) => remarks],
]

/** Options of `imports.add` that the file needs. */
export const addOptionsOf = (source: OldShop['source']): { hash?: 'sha256salt'; salt?: string } =>
  source === 'sspanel' ? { hash: 'sha256salt', salt: siteSalt } : {}

export function writeShop({ source, people, orders, plans, cards: codes }: OldShop): Buffer {
  if (source === 'csv') {
    const lines = people.map((person) => csvColumns.map(([, value]) => csvOf(value(person))).join(','))
    return Buffer.from(`\uFEFF${[csvColumns.map(([name]) => name).join(','), ...lines, ''].join('\r\n')}`)
  }
  if (source === 'sspanel') {
    const tables = [
      tableOf('gift_card', cards, codes, false),
      tableOf('link', panelLinks, people, false),
      tableOf('order', panelOrders, orders, false),
      tableOf('user', panelUsers, people, false),
    ]
    return Buffer.from(mariaDump(tables.join('')))
  }
  const isXboard = source === 'xboard'
  const tables = [
    isXboard ? tableOf('v2_gift_card_code', cards, codes, false) : '',
    tableOf('v2_order', boardOrders(isXboard), orders, !isXboard),
    payments,
    tableOf('v2_plan', boardPlans(isXboard), plans, !isXboard),
    tableOf('v2_user', boardUsers(isXboard), people, !isXboard),
  ].join('')
  return Buffer.from(isXboard ? mariaDump(tables) : phpMyAdminDump(tables))
}

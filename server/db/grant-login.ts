import pg from 'pg'
import { ConfigError } from '#server/platform/read-setting.ts'
import { connect } from './connect.ts'

const denied = (error: unknown) => error instanceof pg.DatabaseError && error.code === '42501'
const quote = pg.escapeIdentifier

export async function expectRoleRights(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ me: string; exists: boolean; creates: boolean; admin: boolean }>(
    `select current_user as me, r.rolsuper or r.rolcreaterole as creates, a.oid is not null as exists,
       r.rolsuper or coalesce(pg_has_role(a.oid, 'member with admin option'), false) as admin
     from pg_roles r left join pg_roles a on a.rolname = 'wayfare_app' where r.rolname = current_user`,
  )
  const [role] = rows
  if (!role || (role.exists ? role.admin : role.creates)) return
  const create = role.exists ? '' : 'CREATE ROLE wayfare_app NOLOGIN; '
  throw new ConfigError(
    `The login ${quote(role.me)} may not ${role.exists ? 'grant the role wayfare_app' : 'create roles'}; an administrator of the database runs once: ` +
      `${create}GRANT wayfare_app TO ${quote(role.me)} WITH ADMIN OPTION;`,
  )
}

export async function makeLogin(owner: pg.ClientConfig, login: string): Promise<void> {
  const client = await connect(owner)
  try {
    const known = await client.query('select from pg_roles where rolname = $1', [login])
    if (known.rowCount === 0) await client.query(`create role ${quote(login)} login in role wayfare_app`)
  } finally {
    await client.end()
  }
}

/**
 * Ensures that the application's login can use its role. If necessary, the schema owner grants it; throws `ConfigError`
 * if the owner may not.
 */
export async function grantLogin(app: pg.ClientConfig, owner: pg.ClientConfig): Promise<void> {
  const client = await connect(app)
  let login: string
  try {
    const { rows } = await client.query<{ login: string; may: boolean }>(
      `select session_user as login, pg_has_role(session_user, 'wayfare_app', 'set') as may`,
    )
    if (rows[0]?.may !== false) return
    login = rows[0].login
  } finally {
    await client.end()
  }
  const granting = await connect(owner)
  try {
    await granting.query(`grant wayfare_app to ${quote(login)}`)
  } catch (error) {
    if (!denied(error)) throw error
    throw new ConfigError(
      `The login ${quote(login)} of DATABASE_URL may not work as the role wayfare_app; an administrator of the database runs once: ` +
        `GRANT wayfare_app TO ${quote(login)};`,
    )
  } finally {
    await granting.end()
  }
}

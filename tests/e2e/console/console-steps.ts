import path from 'node:path'
import pg from 'pg'
import type { Page, Route } from 'playwright-core'
import { inject } from 'vitest'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import type { ActionName } from '#shared/contract/operator.ts'
import { consoleApi, consoleHeader, type ConsoleInvitation } from '#shared/console.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import type { Language } from '#shared/language.ts'
import { codeOf } from '#tests/support/operator-desk.ts'
import { demoAuthenticators, demoOperatorSecret } from '#simulators/outbox/authenticator.ts'
import enActing from '#console/text/en/acting.ts'
import enDialogs from '#console/text/en/dialogs.ts'
import enPalette from '#console/text/en/palette.ts'
import en from '#console/text/en/shell.ts'
import zhActing from '#console/text/zh-CN/acting.ts'
import zhDialogs from '#console/text/zh-CN/dialogs.ts'
import zhPalette from '#console/text/zh-CN/palette.ts'
import zh from '#console/text/zh-CN/shell.ts'
import { operate } from '../invite-steps.ts'
import { markOfLetters } from '../steps.ts'

const joinTexts = (shell: typeof en, dialogs: typeof enDialogs, act: typeof enActing, palette: typeof enPalette) => ({
  ...shell,
  act,
  keyList: dialogs.keys,
  palette,
  passkey: { ...shell.passkey, ...dialogs.passkeys },
  invitation: dialogs.invitation,
  factor: dialogs.factor,
  savedViews: dialogs.views,
})
export const shellTexts = {
  en: joinTexts(en, enDialogs, enActing, enPalette),
  'zh-CN': joinTexts(zh, zhDialogs, zhActing, zhPalette),
}
type Hired = { readonly name: string; readonly totpSecret: string }
type InvitedByLink = { readonly name: string; readonly link: string }

export const newName = (role: OperatorRole): string => `${role} ${markOfLetters()}`

/**
 * Invites an operator as operator `e2e`; operator `second` approves if the role requires a second one. `link`: path
 * of the invitation.
 */
export async function hireOperator(role: OperatorRole): Promise<InvitedByLink> {
  const name = newName(role)
  const printed = await operate('operators', 'invite', '--name', name, '--role', role)
  const [, link = ''] = /Invitation link: \S+?(\/console#\S+)/.exec(printed) ?? []
  return { name, link }
}

const ownSecret = 'a secret of their own, long enough'

/** Accepts an invitation with a new secret and a new second factor. */
export async function enterConsole(page: Page, language: Language, { name, link }: InvitedByLink): Promise<Hired> {
  const { invitation, rail } = shellTexts[language]
  await page.goto(link)
  const totpSecret = await page.locator('.enrol code').innerText()
  await page.getByLabel(invitation.secret, { exact: true }).fill(ownSecret)
  await page.getByLabel(invitation.again, { exact: true }).fill(ownSecret)
  await page.getByLabel(invitation.code, { exact: true }).fill(codeOf(totpSecret))
  await page.getByRole('button', { name: invitation.go, exact: true }).click()
  await page.getByRole('navigation', { name: rail }).waitFor()
  return { name, totpSecret }
}

type SignIn = { readonly name: string; readonly secret: string; readonly totpSecret: string }
async function signIn(page: Page, language: Language, { name, secret, totpSecret }: SignIn): Promise<void> {
  const { door, rail } = shellTexts[language]
  await page.getByLabel(door.name, { exact: true }).fill(name)
  await page.getByLabel(door.secret, { exact: true }).fill(secret)
  await page.getByLabel(door.code, { exact: true }).fill(codeOf(totpSecret))
  await page.getByRole('button', { name: door.go, exact: true }).click()
  await page.getByRole('navigation', { name: rail }).waitFor()
}

export const signInAgain = (page: Page, language: Language, hired: Hired): Promise<void> =>
  signIn(page, language, { ...hired, secret: ownSecret })

/** Signs in at a page as a demo operator, who exists in every product that starts with demo data. */
export async function enterDemoConsole(
  page: Page,
  language: Language,
  name: string,
  address = '/console',
): Promise<void> {
  const { totpSecret } = demoAuthenticators.find((each) => each.name === name)!
  await page.goto(address)
  await signIn(page, language, { name, secret: demoOperatorSecret, totpSecret })
}

/**
 * Hires an operator and opens the console signed in, at the page that the test needs, because every further load of the
 * console costs as much as many steps. Accepts the invitation by calls; `enterConsole` uses the form.
 */
export async function openConsole(
  page: Page,
  language: Language,
  role: OperatorRole,
  address = '/console',
): Promise<Hired> {
  const { name, link } = await hireOperator(role)
  const { origin } = new URL(inject('e2e').origin)
  const ask = async (what: 'invitation' | 'invitation/accept', data: object): Promise<unknown> => {
    const headers = { origin, [consoleHeader.name]: consoleHeader.value }
    const answer = await page.request.post(`${consoleApi}/${what}`, { headers, data })
    if (!answer.ok()) throw new Error(`${what}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }
  const token = new URLSearchParams(new URL(link, origin).hash.slice(1)).get('invitation') ?? ''
  const { totpSecret, sealed } = (await ask('invitation', { token })) as ConsoleInvitation
  await ask('invitation/accept', { token, sealed, secret: ownSecret, code: codeOf(totpSecret) })
  await page.goto(address)
  await page.getByRole('navigation', { name: shellTexts[language].rail }).waitFor()
  return { name, totpSecret }
}

/** Ages the operator's second factor beyond the limit for money, and allows reuse of the current code. */
export const letFactorAge = (name: string): Promise<void> =>
  asOwner(
    [
      `update operator_sessions s set factor_at = factor_at - interval '6 minutes' from operators o
       where o.id = s.operator_id and o.name = $1`,
      'update operators set last_totp_step = 0 where name = $1',
    ],
    name,
  )

/** Ends all sessions of an operator, and allows reuse of the current code. */
const endSignIns = (name: string): Promise<void> =>
  asOwner(
    [
      'delete from operator_sessions s using operators o where o.id = s.operator_id and o.name = $1',
      'update operators set last_totp_step = 0 where name = $1',
    ],
    name,
  )

/**
 * Ends an operator's sessions while `begin` runs its action. The page also notices by itself, and may close before any
 * further input.
 */
export async function endSignInsDuring(
  page: Page,
  { action, by }: { readonly action: ActionName; readonly by: Hired },
  begin: () => Promise<void>,
): Promise<void> {
  const sent = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const hold = async (route: Route): Promise<void> => {
    sent.resolve()
    await ended.promise
    await route.continue()
  }
  await page.route(`**/actions/${action}`, hold, { times: 1 })
  await begin()
  await sent.promise
  await endSignIns(by.name)
  ended.resolve()
}

async function asOwner(statements: readonly string[], name: string): Promise<void> {
  const { connection } = await startEmbeddedPostgres({ folder: path.join(inject('e2e').dataDir, 'postgres') })
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement, [name])
  } finally {
    await client.end()
  }
}

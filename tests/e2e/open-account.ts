import { createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { apiPrefix } from '#shared/api-values.ts'
import type { Call, Input, Output } from '#shared/contract/call.ts'
import { contract, type CustomerContract } from '#shared/contract/customer.ts'
import type { Envelope, ErrorData } from '#shared/errors.ts'
import { headerOfLanguage, type Language } from '#shared/language.ts'
import { solveWork } from '#shared/solve-work.ts'
import { signWith } from '../support/sign-call.ts'
import { newPerson, type Person } from './steps.ts'
import { fromOwnAddress } from './visitor-address.ts'

export type Account = Person & { readonly uid: string; readonly token: string }

/** Creates an account by API calls. Takes a third of the time of the form; `register` uses the form. */
export async function makeAccount(language: Language, person = newPerson()): Promise<Account> {
  const registered = await call('/api/user/user_register_username', { ...person, agreed: true }, language)
  const { data, token } = await call('/api/system/system_user_info', {}, language, registered.token)
  return { ...person, uid: String(data.uid), token }
}

/** `makeAccount`, signed in on `page`, which shows an unrelated page afterwards. */
export async function openAccount(page: Page, language: Language, person = newPerson()): Promise<Account> {
  const account = await makeAccount(language, person)
  // Any page of the origin can access its storage.
  await page.goto('/robots.txt')
  await page.evaluate(`localStorage.setItem('token', ${JSON.stringify(account.token)})`)
  return account
}

/** `openAccount`, and shows the profile, where a visitor of the account area arrives after signing up by form. */
export async function openProfile(page: Page, language: Language): Promise<Account> {
  const account = await openAccount(page, language)
  await page.goto('/user/profile')
  return account
}

/** Makes a call like a browser, and solves the puzzle if there were too many calls from this IP address. */
export async function call<P extends keyof CustomerContract>(
  route: P,
  input: Input<CustomerContract[P]>,
  language: Language,
  token?: string,
): Promise<{ data: Output<CustomerContract[P]>; token: string }> {
  const { origin, dataDir } = inject('e2e')
  const { signed = false } = contract[route] as Call
  const key = createPublicKey(await readFile(path.join(dataDir, 'keys/signing-web.pem'), 'utf8'))
  const send = async (work?: string) => {
    const response = await fetch(origin + apiPrefix('DEV') + route, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        platform: 'web',
        language: headerOfLanguage(language),
        deviceId: 'web',
        ...fromOwnAddress(),
        ...(token && { authorization: token }),
        ...(work && { work }),
      },
      body: JSON.stringify({ ...input, ...(signed && { signature: signWith(key) }) }),
    })
    const { data, ...answer } = (await response.json()) as Envelope<unknown>
    return { ...answer, data, token: response.headers.get('pragma') ?? '' }
  }
  const first = await send()
  const puzzle = (first.data as ErrorData | undefined)?.work
  const answer = puzzle ? await send(await solveWork(puzzle)) : first
  if (answer.code !== 200) throw new Error(`${route}: ${answer.status} ${answer.msg}`)
  return answer as { data: Output<CustomerContract[P]>; token: string }
}

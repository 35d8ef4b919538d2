import { randomInt } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { runCommand } from '#simulators/native-client/run-command.ts'
import type { OutboxMessage } from '#simulators/outbox/outbox.ts'
import type { Language } from '#shared/language.ts'
import { newPerson, type Person } from './steps.ts'
import { texts } from './texts.ts'

export const newEmail = () => `${newPerson().accountName}@wayfare.example`
export const newPhone = () => `138${randomInt(10_000_000, 99_999_999)}`

export async function codeFor(address: string): Promise<string> {
  const read = async () => {
    const messages = (await (await fetch(`${inject('e2e').simulator}/outbox.json`)).json()) as OutboxMessage[]
    const newest = messages.find(({ to }) => to === address)
    return /(?<!\d)\d{6}(?!\d)/.exec(newest?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(read).not.toBe('')
  return read()
}

/** Text field by its name and role, because the tab panel has the same name. */
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

export async function finishAuthForm(page: Page, language: Language, mode: 'login' | 'register', password: string) {
  const { auth } = texts[language]
  await field(page, auth.password).fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: auth[mode].submit, exact: true }).click()
}

export async function logIn(page: Page, language: Language, { accountName, password }: Person) {
  await page.goto('/login')
  await page.getByLabel(texts[language].auth.accountName).fill(accountName)
  await finishAuthForm(page, language, 'login', password)
}

export function nativeApp(device: string, ...command: string[]): Promise<string> {
  const { origin, dataDir } = inject('e2e')
  return runCommand([...command, '--device', device, '--server', origin, '--data', dataDir])
}

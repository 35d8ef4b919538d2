import { Readable, Writable } from 'node:stream'
import { pino } from 'pino'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { openStore } from '#server/db/open-store.ts'
import { runOps } from '#server/ops/run-ops.ts'
import { createSessionFile } from '#server/ops/session-file.ts'
import { createTerminal } from '#server/ops/terminal.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Language } from '#shared/language.ts'
import { chooseAlipay, decideAtCashier, pressPay } from './steps.ts'
import { texts } from './texts.ts'

/** An operator's command on the running product, granted by a second one where it takes two; returns what was printed last. */
export async function operate(...command: string[]): Promise<string> {
  const printed = await operateAs('e2e', ...command)
  const [, proposal] = /approvals? grant --id (\S+)/.exec(printed) ?? []
  return proposal === undefined ? printed : operateAs('second', 'approval', 'grant', '--id', proposal)
}

/**
 * In this process, with all that the command has but its own: a hundred commands of a run would each take a second to start. That the command itself
 * starts is for the tests of operators. Throws what it would have complained of.
 */
export async function operateAs(operator: string, ...command: string[]): Promise<string> {
  const { HOME = '' } = process.env
  let printed = ''
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      printed += chunk.toString()
      done()
    },
  })
  const stderr = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createTerminal({ stdin: Readable.from([]), stdout, stderr })
  const open = async () => {
    const config = readConfig({ HOME, DATA_DIR: inject('e2e').dataDir })
    const { database, close } = await openStore(config, pino({ level: 'silent' }), 'command')
    return { config, database, sessionFile: createSessionFile(config.operatorSessionFile), close }
  }
  await runOps([...command, '--operator', operator], { terminal, open })
  return printed
}

/** Buys the plan of twelve months on a phone, and waits until it is paid. */
export async function buyYear(page: Page, language: Language): Promise<void> {
  await page.goto('/pricing')
  await page.locator('input[name=plan][value=plan-12]').check({ force: true })
  await chooseAlipay(page, language)
  await pressPay(page)
  await decideAtCashier(page, language, 'pay')
  await page.getByRole('heading', { name: texts[language].checkout.order.success.title }).waitFor()
}

/** The user id of the person who is signed in, as the profile shows it. */
export async function uidOf(page: Page, language: Language): Promise<string> {
  await page.goto('/user/profile')
  const row = page.locator('dl > div', { hasText: texts[language].account.identity.uid })
  return (await row.locator('dd').first().innerText()).replaceAll(/\D/g, '')
}

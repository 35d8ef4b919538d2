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
import { buyPlan, tokenOn } from './buy-plan.ts'
import { texts } from './texts.ts'

/** Runs an operator's command on the product, approved by a second operator if required; returns the last output. */
export async function operate(...command: string[]): Promise<string> {
  const printed = await operateAs('e2e', ...command)
  const [, proposal] = /approvals? grant --id (\S+)/.exec(printed) ?? []
  return proposal === undefined ? printed : operateAs('second', 'approvals', 'grant', '--id', proposal)
}

/**
 * Runs a command in this process, because starting one takes a second each; other tests cover its start. Throws the
 * command's error.
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

/** Buys a year for the account that is signed in on the page, which stays where it is. */
export async function buyYear(page: Page, language: Language): Promise<void> {
  await buyPlan(await tokenOn(page), 'plan-12', language)
}

export async function uidOf(page: Page, language: Language): Promise<string> {
  await page.goto('/user/profile')
  const row = page.locator('dl > div', { hasText: texts[language].account.identity.uid })
  return (await row.locator('dd').first().innerText()).replaceAll(/\D/g, '')
}

import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import shell from '#console/text/en/shell.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { codeAt, demoAuthenticators, demoOperatorSecret } from '#simulators/outbox/authenticator.ts'
import { makeHeldOrders, type HeldOrder } from '#tests/support/held-orders.ts'
import { launchChromium } from '#tests/e2e/chromium.ts'
import { countPresses, findWhatHappened, pressesOf, type Pace } from '#tests/e2e/console/find-what-happened.ts'
import { startProduct } from '#tests/e2e/start-product.ts'

/**
 * Measures the case "I paid but got nothing": clicks and seconds an operator needs from the customer's message to the
 * decision about the money, in a real browser with human pauses. Exits with 1 if a limit is exceeded. `npm run
 * bench:paid-and-nothing [-- --folder ./data-large --rounds 3]`; without a folder in the demo shop.
 */
const { values } = parseArgs({ options: { folder: { type: 'string' }, rounds: { type: 'string', default: '3' } } })
const most = { presses: 3, seconds: 20 }
/** In seconds. Hashes and numbers are pasted from another window; addresses are typed at five characters per second. */
const pauses = { 'reads the message': 2, types: 1.5, 'reads what is found': 2, 'reads the page': 4 }
const signsPerSecond = 5
const ways = {
  hash: 'transaction hash, pasted',
  address: 'address, typed',
  reference: 'provider’s number, pasted',
} as const

async function signIn(browser: Browser, origin: string): Promise<Page> {
  const finance = demoAuthenticators.find(({ role }) => role === 'finance')
  if (!finance) throw new Error('the demo has no operator of finance')
  const context = await browser.newContext({ baseURL: origin, locale: 'en-US', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto('/console/today')
  await page.getByLabel(shell.door.name, { exact: true }).fill(finance.name)
  await page.getByLabel(shell.door.secret, { exact: true }).fill(demoOperatorSecret)
  await page.getByLabel(shell.door.code, { exact: true }).fill(codeAt(finance.totpSecret, new Date()))
  await page.getByRole('button', { name: shell.door.go, exact: true }).click()
  await page.getByRole('navigation', { name: shell.rail }).waitFor()
  return page
}

type Taken = { readonly presses: number; readonly seconds: number; readonly waiting: number }

/** `waiting`: seconds during which the operator waited for the console. */
async function take(page: Page, held: HeldOrder): Promise<Taken> {
  await page.goto('/console/today')
  await page.getByRole('navigation', { name: shell.rail }).waitFor()
  await countPresses(page)
  let paused = 0
  const pace: Pace = async (doing) => {
    const isTyped = doing === 'types' && held.named.includes('@')
    const seconds = isTyped ? held.named.length / signsPerSecond : pauses[doing]
    paused += seconds
    await sleep(seconds * 1_000)
  }
  const before = performance.now()
  await findWhatHappened(page, held, { language: 'en', pace })
  const seconds = (performance.now() - before) / 1_000
  return { presses: await pressesOf(page), seconds, waiting: seconds - paused }
}

const folder = values.folder && path.resolve(values.folder)
// Jobs are off, because the simulator does not know the orders of a large shop and would be queried forever.
const product = await startProduct(folder ? { dataDir: folder, env: { JOBS: 'off' } } : {})
const browser = await launchChromium()
try {
  const { connection } = await startEmbeddedPostgres({ folder: path.join(product.dataDir, 'postgres') })
  const page = await signIn(browser, product.origin)
  const table: Record<string, object> = {}
  for (let round = 0; round < Number(values.rounds); round++) {
    const held = await makeHeldOrders(connection)
    for (const by of ['hash', 'address', 'reference'] as const) {
      const { presses, seconds, waiting } = await take(page, held[by])
      const isTooMuch = presses > most.presses || seconds > most.seconds
      if (isTooMuch) process.exitCode = 1
      table[`${round + 1}. ${ways[by]}`] = {
        presses,
        seconds: seconds.toFixed(1),
        'waiting for us': waiting.toFixed(1),
        '': isTooMuch ? 'TOO MUCH' : 'ok',
      }
    }
  }
  console.log(`From what the customer wrote to the decision; at most ${most.presses} presses and ${most.seconds} s.`)
  console.log(`Pauses in seconds: ${JSON.stringify(pauses)}; an address is typed, ${signsPerSecond} signs a second.`)
  console.table(table)
} finally {
  await browser.close()
  await product.stop()
}

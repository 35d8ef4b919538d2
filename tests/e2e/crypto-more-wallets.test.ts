import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Language } from '#shared/language.ts'
import { demoAccount } from '#simulators/chain/start-chain.ts'
import { describeChain, describeCrypto } from '#simulators/chain/describe-chain.ts'
import { demoWalletTexts } from '#simulators/demo-wallet/texts.ts'
import { compileCache } from '#tests/support/compile-cache.ts'
import { faultsOf, visit } from './axe.ts'
import { startRates, type RatesServer } from '../support/rates.ts'
import { askForAddress, readDetails } from './crypto-steps.ts'
import { injectWallet } from './injected-wallet.ts'
import { askChain, mineBlocks, newHolder } from './local-chain.ts'
import { startRelay, type LocalRelay } from './local-relay.ts'
import { corners, openPage, watchBrowser } from './open-page.ts'
import { startRemoteWallet } from './remote-wallet.ts'
import { startProduct, type Product } from './start-product.ts'
import { register } from './steps.ts'
import { texts } from './texts.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

watchBrowser()
let dataDir: string
let relay: LocalRelay
let rates: RatesServer
let product: Product

/**
 * Second product, with wallets on other devices and the native coin. It finds the chain like the one of `npm run lab --
 * chain`.
 */
beforeAll(async () => {
  dataDir = await makeTemporaryFolder('e2e-more-wallets')
  rates = await startRates()
  const description = describeCrypto(
    { local: describeChain(inject('e2e').chain, { native: true }) },
    {
      // Separate addresses, because the shared product uses the same chain.
      xpub: demoAccount.deriveChild(1).publicExtendedKey,
      rates: { kind: 'http', url: rates.url, maxAgeSeconds: 60, spreadBps: 0 },
    },
  )
  await writeFile(path.join(dataDir, 'dev-chain.json'), JSON.stringify(description))
  relay = await startRelay()
  product = await startProduct({
    dataDir,
    env: { WALLETCONNECT_PROJECT_ID: '0123456789abcdef0123456789abcdef', WALLETCONNECT_RELAY_URL: relay.url },
  })
})
afterAll(async () => {
  await product.stop()
  await relay.stop()
  rates.close()
  await rm(dataDir, { recursive: true, force: true })
})

describe.each(corners)('a wallet on another device ($language, $width)', (screen) => {
  const { language, width } = screen
  const { crypto } = texts[language]

  test('the QR code for the wallet appears after the click, and the script for it is not loaded before', async () => {
    const page = await openPage({ ...screen, origin: product.origin })
    await register(page, language)
    await page.goto('/crypto-pay/plan-1')
    await askForAddress(page, language, 'USDT')
    const scripts: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    const before = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name.replace(/^.*\//, '')),
    )
    expect(before.filter((name) => name.startsWith('open-pairing'))).toEqual([])
    const asked = relay.methods.length

    await page.getByRole('button', { name: crypto.wallet.scan }).click()
    await page.getByRole('img', { name: crypto.wallet.scanQr }).waitFor()
    const uri = await page.locator('code', { hasText: /^wc:/ }).textContent()
    expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?.*symKey=[0-9a-f]{64}/)
    expect(scripts.some((url) => url.includes('open-pairing'))).toBe(true)
    expect(relay.methods.slice(asked)).toContain('wc_proposeSession')
    expect(await page.locator('a[href^="wc:"]').isVisible()).toBe(width === 'phone')
    expect(await faultsOf(page)).toEqual([])
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/walletconnect-${language}.png`, fullPage: true })
    await page.getByRole('button', { name: crypto.wallet.scanStop }).click()
    await page.getByRole('button', { name: crypto.wallet.scan }).waitFor()
  })
})

test('a wallet on another device scans the code, sends the transaction, and the payment is confirmed', async () => {
  const { wallet: words } = texts.en.crypto
  const page = await openPage({ language: 'en', width: 'desktop', origin: product.origin })
  const wallet = await startRemoteWallet(relay.url, await newHolder('USDT', 10n ** 12n))
  await register(page, 'en')
  await page.goto('/crypto-pay/plan-1')
  await askForAddress(page, 'en', 'USDT')
  const { text } = await readDetails(page, 'en', 'USDT')
  await page.getByRole('button', { name: words.scan }).click()
  await wallet.scan((await page.locator('code', { hasText: /^wc:/ }).textContent()) ?? '')
  await page.getByText(words.connected(wallet.name)).waitFor()
  await page.getByRole('button', { name: words.send(`${text} USDT`) }).click()
  await arrive(page, 'en')
  expect(wallet.calls).toEqual(['eth_sendTransaction'])
  await wallet.leave()
})

test("a payment in the network's native coin by a browser wallet is refused with too little balance, then confirmed", async () => {
  const { wallet: words, errors } = texts['zh-CN'].crypto
  const page = await openPage({ language: 'zh-CN', width: 'desktop', origin: product.origin })
  const account = await newHolder('USDT', 0n)
  await askChain('anvil_setBalance', account.address, '0x0')
  const wallet = await injectWallet(page, account)
  await register(page, 'zh-CN')
  await page.goto('/crypto-pay/plan-1')
  await askForAddress(page, 'zh-CN', 'ETH')
  const { address, amount, text } = await readDetails(page, 'zh-CN', 'ETH')
  const before = await coinsOf(address)
  await page.getByRole('button', { name: words.connect('Test Wallet') }).click()
  const send = page.getByRole('button', { name: words.send(`${text} ETH`) })
  await send.click()
  await page
    .getByRole('alert')
    .getByText(errors.balance('0.00 ETH', `${text} ETH`))
    .waitFor()
  expect(wallet.calls).not.toContain('eth_sendTransaction')
  await askChain('anvil_setBalance', account.address, '0xde0b6b3a7640000')
  await send.click()
  await arrive(page, 'zh-CN')
  expect((await coinsOf(address)) - before).toBe(amount)
})

const coinsOf = async (address: string) => BigInt(await askChain<string>('eth_getBalance', address, 'latest'))

test("the content security policy of the crypto page names the relay and the local chain, and no other page's does", async () => {
  const policy = async (origin: string, route: string) =>
    (await fetch(origin + route)).headers.get('content-security-policy')
  expect(await policy(product.origin, '/crypto-pay/plan-1')).toContain(
    `connect-src 'self' ${relay.url} ${inject('e2e').chain.rpcUrl};`,
  )
  expect(await policy(product.origin, '/pricing')).toContain("connect-src 'self';")
  expect(await policy(inject('e2e').origin, '/crypto-pay/plan-1')).toContain("connect-src 'self';")
})

test('without a WalletConnect project there is no scan button, and outside a local DEV chain no demo wallet', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  await register(page, 'en')
  await page.goto('/crypto-pay/plan-1')
  await askForAddress(page, 'en', 'USDT')
  await page.getByText(texts.en.crypto.errors.notFound).waitFor()
  expect(await page.getByRole('button', { name: texts.en.crypto.wallet.scan }).count()).toBe(0)
  expect(await page.content()).not.toMatch(/demo.?wallet/i)
})

async function connect(page: Page, language: Language): Promise<void> {
  const { wallet: words, errors } = texts[language].crypto
  const own = demoWalletTexts[language]
  const dialog = page.getByRole('dialog')
  const answer = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  const button = page.getByRole('button', { name: words.connect(own.name) })
  await button.click()
  await answer(own.reject)
  await page.getByRole('alert').getByText(errors.rejected).waitFor()
  await button.click()
  await answer(own.connect)
  await page.getByRole('button', { name: words.switch('Local chain') }).click()
  await answer(own.switch)
  await page.getByText(words.onOther('Local chain')).waitFor({ state: 'detached' })
}

async function decide(page: Page, language: Language, amount: string, decision: 'confirm' | 'reject') {
  await page.getByRole('button', { name: texts[language].crypto.wallet.send(amount) }).click()
  const own = demoWalletTexts[language]
  const dialog = page.getByRole('dialog', { name: own.sendTitle(amount) })
  const asked = { question: await dialog.innerText(), faults: decision === 'reject' ? await faultsOf(page) : [] }
  await dialog.getByRole('button', { name: own[decision], exact: true }).click()
  return asked
}

async function arrive(page: Page, language: Language): Promise<void> {
  // Other tests mine blocks too, so the order may already be paid.
  const seen = page.getByText(texts[language].crypto.progress.seen)
  await seen.or(page.locator('[data-outcome=paid]')).first().waitFor()
  await mineBlocks(3)
  await page.waitForURL('**/purchased?order=*')
  await page.getByRole('heading', { name: texts[language].checkout.order.success.title }).waitFor()
}

test('the demo wallet shows amount and recipient; a payment is declined once, then confirmed', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', origin: product.origin })
  await register(page, 'en')
  await page.goto('/crypto-pay/plan-1')
  await askForAddress(page, 'en', 'USDT')
  const { address, text } = await readDetails(page, 'en', 'USDT')
  await connect(page, 'en')
  const { question, faults } = await decide(page, 'en', `${text} USDT`, 'reject')
  expect(faults).toEqual([])
  expect(question).toContain(address)
  expect(question).toContain('Local chain')
  await page.getByRole('alert').getByText(texts.en.crypto.errors.rejected).waitFor()
  await decide(page, 'en', `${text} USDT`, 'confirm')
  await arrive(page, 'en')
})

test('an order for a plan retired since then can still be paid, but a new one cannot be placed', async () => {
  const page = await openPage({ language: 'zh-CN', width: 'phone', origin: product.origin })
  await register(page, 'zh-CN')
  await page.goto('/crypto-pay/plan-3')
  await askForAddress(page, 'zh-CN', 'USDC')
  const before = await readDetails(page, 'zh-CN', 'USDC')
  await retire('plan-3')

  await page.reload()
  expect(await readDetails(page, 'zh-CN', 'USDC')).toEqual(before)
  const anew = await page.context().newPage()
  await visit(anew, '/crypto-pay/plan-3')
  await anew.getByText(texts['zh-CN'].crypto.ends.retired.title).waitFor()
  await connect(page, 'zh-CN')
  await decide(page, 'zh-CN', `${before.text} USDC`, 'confirm')
  await arrive(page, 'zh-CN')
})

async function retire(id: string): Promise<void> {
  const root = path.join(import.meta.dirname, '../..')
  const { port } = new URL(product.origin)
  const env = {
    ...process.env,
    ...compileCache,
    DATA_DIR: dataDir,
    PORT: port,
    SIMULATOR_PORT: new URL(product.simulator).port,
  }
  await promisify(execFile)(process.execPath, ['server/ops/main.ts', 'plans', 'retire', '--id', id], { env, cwd: root })
  await expect
    .poll(async () => (await fetch(`${product.origin}/crypto-pay/${id}`)).text(), { interval: 250 })
    .toContain('"isRetired":true')
}

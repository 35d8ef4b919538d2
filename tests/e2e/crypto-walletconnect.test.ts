import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { describeChain, describeCrypto } from '#simulators/chain/describe-chain.ts'
import { faultsOf } from './axe.ts'
import { askForAddress } from './crypto-steps.ts'
import { startRelay, type LocalRelay } from './local-relay.ts'
import { openPage, watchBrowser, type Screen } from './open-page.ts'
import { startProduct, type Product } from './start-product.ts'
import { register } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()
let folder: string
let relay: LocalRelay
let product: Product

/** A second product, which is the first one with wallets on other devices. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'wayfare-e2e-relay-'))
  const file = path.join(folder, 'crypto.json')
  await writeFile(file, JSON.stringify(describeCrypto({ local: describeChain(inject('e2e').chain) })))
  relay = await startRelay()
  product = await startProduct({
    env: {
      CRYPTO_CONFIG_FILE: file,
      WALLETCONNECT_PROJECT_ID: '0123456789abcdef0123456789abcdef',
      WALLETCONNECT_RELAY_URL: relay.url,
    },
  })
})
afterAll(async () => {
  await product.stop()
  await relay.stop()
  await rm(folder, { recursive: true, force: true })
})

const screens: Screen[] = [
  { language: 'en', width: 'desktop' },
  { language: 'zh-CN', width: 'phone' },
]
describe.each(screens)('a wallet on another device ($language, $width)', (screen) => {
  const { language, width } = screen
  const { crypto } = texts[language]

  test('the code to scan appears after the click, and nothing of its client is loaded before', async () => {
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

test('the policy of that page names the relay, and no other page’s does', async () => {
  const policy = async (origin: string, route: string) =>
    (await fetch(origin + route)).headers.get('content-security-policy')
  expect(await policy(product.origin, '/crypto-pay/plan-1')).toContain(`connect-src 'self' ${relay.url};`)
  expect(await policy(product.origin, '/pricing')).toContain("connect-src 'self';")
  expect(await policy(inject('e2e').origin, '/crypto-pay/plan-1')).toContain("connect-src 'self';")
})

test('without a project there is no such button', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  await register(page, 'en')
  await page.goto('/crypto-pay/plan-1')
  await askForAddress(page, 'en', 'USDT')
  await page.getByText(texts.en.crypto.errors.notFound).waitFor()
  expect(await page.getByRole('button', { name: texts.en.crypto.wallet.scan }).count()).toBe(0)
})

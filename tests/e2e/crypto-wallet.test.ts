import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { faultsOf, visit } from './axe.ts'
import { askForAddress, readDetails } from './crypto-steps.ts'
import { injectWallet } from './injected-wallet.ts'
import { askChain, mineBlocks, newHolder, sendTokens } from './local-chain.ts'
import { languages, openPage, type Screen, testIn, watchBrowser } from './open-page.ts'
import { openAccount } from './open-account.ts'
import { texts } from './texts.ts'

watchBrowser()

describe.each(languages)('crypto by a browser wallet (%s)', (language) => {
  const once = testIn('zh-CN', language)
  const screen: Screen = { language, width: 'desktop' }
  const { checkout, crypto } = texts[language]
  const { wallet: words, errors } = crypto

  async function openWithWallet(holding: bigint) {
    const page = await openPage(screen)
    const account = await newHolder('USDT', holding)
    const wallet = await injectWallet(page, account)
    await openAccount(page, language)
    await visit(page, '/crypto-pay/plan-1')
    await askForAddress(page, language, 'USDT')
    const details = await readDetails(page, language, 'USDT')
    return { page, account, wallet, details }
  }
  const connect = (page: Page) => page.getByRole('button', { name: words.connect('Test Wallet') })
  const send = (page: Page, text: string) => page.getByRole('button', { name: words.send(`${text} USDT`) })
  const refused = (page: Page, text: string) => page.getByRole('alert').getByText(text).waitFor()

  once('a wallet connects, switches network, has too little balance, is funded, and pays', async () => {
    const { page, account, wallet, details } = await openWithWallet(0n)
    wallet.chainId = 1
    await connect(page).click()
    await page.getByText(words.connected('Test Wallet')).waitFor()
    await send(page, details.text).click()
    await refused(page, errors.wrongNetwork('Local chain'))
    expect(await faultsOf(page)).toEqual([])
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/crypto-wrong-network-${language}.png`, fullPage: true })
    await page.getByRole('button', { name: words.switch('Local chain') }).click()
    await page.getByText(words.onOther('Local chain')).waitFor({ state: 'detached' })
    await page.getByText(errors.wrongNetwork('Local chain')).waitFor({ state: 'detached' })

    await send(page, details.text).click()
    await refused(page, errors.balance('0.00 USDT', `${details.text} USDT`))
    expect(wallet.calls).not.toContain('eth_sendTransaction')

    await sendTokens('USDT', account.address, details.amount)
    await send(page, details.text).click()
    await page.getByText(words.sent).or(page.getByText(crypto.progress.seen)).first().waitFor()
    await mineBlocks(3)
    await page.waitForURL('**/purchased?order=*')
    await page.getByRole('heading', { name: checkout.order.success.title }).waitFor()
    expect(await balance(details.address)).toBe(details.amount)
  })

  test('the page states the value of a token, and "send" is highlighted only once a wallet is connected', async () => {
    const { page, details } = await openWithWallet(0n)
    await page.getByText(language === 'en' ? /1 USDT = \$/ : /1 USDT 按 \S+ 计/).waitFor()
    const look = () => send(page, details.text).getAttribute('class')
    expect(await look()).toContain('quiet')
    await connect(page).click()
    await page.getByText(words.connected('Test Wallet')).waitFor()
    expect(await look()).not.toContain('quiet')
  })

  once('a network unknown to the wallet is added to it', async () => {
    const { page, wallet } = await openWithWallet(0n)
    wallet.chainId = 1
    wallet.knows = new Set([1])
    await connect(page).click()
    await page.getByRole('button', { name: words.switch('Local chain') }).click()
    await page.getByText(words.onOther('Local chain')).waitFor({ state: 'detached' })
    expect(wallet.calls).toContain('wallet_addEthereumChain')
    expect(wallet.chainId).toBe(inject('e2e').chain.chainId)
  })

  once('declining the connection or the payment in the wallet sends nothing', async () => {
    const { page, account, wallet, details } = await openWithWallet(10n ** 12n)
    await send(page, details.text).click()
    await refused(page, errors.notConnected)
    wallet.connect = 'reject'
    await connect(page).click()
    await refused(page, errors.rejected)
    wallet.connect = 'pending'
    await connect(page).click()
    await refused(page, errors.pending)
    wallet.connect = 'approve'
    await connect(page).click()
    wallet.send = 'reject'
    await send(page, details.text).click()
    await refused(page, errors.rejected)
    expect(await faultsOf(page)).toEqual([])
    expect(await balance(account.address)).toBe(10n ** 12n)
    expect(await balance(details.address)).toBe(0n)
  })

  once('a wallet that fails or loses its connection is disconnected and can be retried', async () => {
    const { page, account, wallet } = await openWithWallet(0n)
    wallet.connect = 'broken'
    await connect(page).click()
    await refused(page, errors.connection)
    expect(await faultsOf(page)).toEqual([])
    wallet.connect = 'approve'
    await page.getByRole('button', { name: errors.disconnectAndRetry }).click()
    const connected = page.getByText(words.connected('Test Wallet'))
    await connected.waitFor()
    await wallet.emit('disconnect', { code: 4900 })
    await refused(page, errors.connection)
    await page.getByRole('button', { name: errors.disconnectAndRetry }).click()
    await connected.waitFor()
    await page.getByText(errors.connection).waitFor({ state: 'detached' })
    await wallet.emit('accountsChanged', [])
    await refused(page, errors.notConnected)
    await connect(page).click()
    await connected.waitFor()
    const asked = wallet.calls.filter((method) => method === 'eth_requestAccounts').length
    await page.reload()
    await connected.waitFor()
    expect(wallet.calls.filter((method) => method === 'eth_requestAccounts')).toHaveLength(asked)
    await page.getByText(`${account.address.slice(0, 6)}…${account.address.slice(-4)}`).waitFor()
    await page.getByRole('button', { name: words.disconnect, exact: true }).click()
    await connect(page).waitFor()
    await page.reload()
    await connect(page).waitFor()
  })

  once('a wallet that never answers a disconnection is connected again all the same', async () => {
    const { page, wallet } = await openWithWallet(0n)
    wallet.chainId = 1
    wallet.switching = 'broken'
    wallet.revokes = false
    await connect(page).click()
    const connected = page.getByText(words.connected('Test Wallet'))
    await connected.waitFor()
    await page.getByRole('button', { name: words.switch('Local chain') }).click()
    await refused(page, errors.connection)
    await page.getByRole('button', { name: errors.disconnectAndRetry }).click()
    await page.getByText(words.connecting('Test Wallet')).waitFor()
    await connected.waitFor()
    await page.getByText(words.connecting('Test Wallet')).waitFor({ state: 'detached' })
    expect(wallet.calls).toContain('wallet_revokePermissions')
    expect(wallet.calls.filter((method) => method === 'eth_requestAccounts')).toHaveLength(2)
  })

  once('a sent payment changes the whole page; a reverted one is shown as failed, and the next one pays', async () => {
    const { page, wallet, details } = await openWithWallet(10n ** 12n)
    await connect(page).click()
    wallet.send = 'starve'
    wallet.mined = false
    await send(page, details.text).click()
    await page.getByText(words.sent).waitFor()
    await page.getByRole('heading', { name: crypto.arriving }).waitFor()
    await page.getByText(crypto.progress.sent).waitFor()
    expect(await page.locator('[aria-current=step]').textContent()).toContain(crypto.steps.confirmed)
    expect(await page.getByRole('img', { name: crypto.qrPayment }).count()).toBe(0)
    expect(await page.getByRole('button', { name: crypto.another }).count()).toBe(0)
    expect(await faultsOf(page)).toEqual([])
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/crypto-sent-${language}.png`, fullPage: true })
    wallet.mined = true
    await refused(page, errors.failed)
    await page.getByRole('heading', { name: crypto.sendExactly }).waitFor()
    await page.getByRole('img', { name: crypto.qrPayment }).waitFor()
    wallet.send = 'approve'
    await send(page, details.text).click()
    await page.getByText(words.sent).or(page.getByText(crypto.progress.seen)).first().waitFor()
    await mineBlocks(3)
    await page.waitForURL('**/purchased?order=*')
  })

  test('without a browser wallet the page says so, and manual payment is available', async () => {
    const page = await openPage(screen)
    await openAccount(page, language)
    await page.goto('/crypto-pay/plan-1')
    await askForAddress(page, language, 'USDT')
    await page.getByText(errors.notFound).waitFor()
    await page.getByRole('button', { name: words.lookAgain }).click()
    await page.getByRole('status').filter({ hasText: words.stillNone }).waitFor()
  })
})

async function balance(of: string): Promise<bigint> {
  const data = `0x70a08231${of.slice(2).toLowerCase().padStart(64, '0')}`
  return BigInt(await askChain<string>('eth_call', { to: inject('e2e').chain.tokens.USDT.address, data }, 'latest'))
}

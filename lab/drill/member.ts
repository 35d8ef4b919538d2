import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { Shopper } from './shopper.ts'
import { nodeName, protocols, type Protocol, type Stage } from './stage.ts'
import { fetchLink, openApp, type VpnApp } from './vpn-app.ts'
import type { V2ray } from './find-cores.ts'

const lookEveryMs = 50
/**
 * Time limit in milliseconds that finds operations that hang but never slow ones, like the limits of the test suite.
 */
const limitMs = 300_000

export class Member {
  readonly #stage: Stage
  readonly #shopper: Shopper
  readonly #apps: Record<Protocol, VpnApp>
  readonly order: string
  readonly link: string
  /** Seconds per protocol from paying to the first page through the tunnel. */
  readonly connectedAfter: Record<Protocol, number>

  private constructor(
    stage: Stage,
    shopper: Shopper,
    apps: Record<Protocol, VpnApp>,
    order: string,
    link: string,
    connectedAfter: Record<Protocol, number>,
  ) {
    this.#stage = stage
    this.#shopper = shopper
    this.#apps = apps
    this.order = order
    this.link = link
    this.connectedAfter = connectedAfter
  }

  /**
   * Buys in a browser, creates a subscription link as the account page does, and connects with what the link returns.
   */
  static async join(stage: Stage, browser: Browser, v2ray: V2ray): Promise<Member> {
    const shopper = await Shopper.open(browser, stage.product.origin)
    await shopper.reachCashier()
    const { at, order } = shopper.pay()
    const isActive = async () => (await shopper.call<{ state: string }>('user_tunnel_links')).state === 'active'
    await until(isActive, 'the paid order opens no tunnel')
    const { url } = await shopper.call<{ url: string }>('user_add_tunnel_link', { name: 'Laptop', os: 'other' })
    const entries = await fetchLink(url)
    const connectedAfter = {} as Record<Protocol, number>
    const apps = {} as Record<Protocol, VpnApp>
    await Promise.all(
      protocols.map(async (protocol) => {
        const entry = entries.find((one) => decodeURIComponent(one.hash) === `#${nodeName(protocol)}`)
        if (!entry) throw new Error(`the link holds no node ${nodeName(protocol)}`)
        apps[protocol] = await openApp(v2ray.program, entry, stage.trusted)
        await until(() => connects(stage, apps[protocol]), `${protocol} does not connect`)
        connectedAfter[protocol] = (performance.now() - at) / 1_000
      }),
    )
    return new Member(stage, shopper, apps, await order, url, connectedAfter)
  }

  connects(protocol: Protocol): Promise<boolean> {
    return connects(this.#stage, this.#apps[protocol])
  }

  /** Resolves once the node accepts a new connection, or rejects one if `expected` is false. */
  async waitFor(protocol: Protocol, expected: boolean): Promise<void> {
    const what = `${protocol} is still ${expected ? 'refused' : 'let through'}`
    await until(async () => (await this.connects(protocol)) === expected, what)
  }

  async traffic(): Promise<number> {
    const { month } = await this.#shopper.call<{ month: { up: number; down: number } }>('user_tunnel_links')
    return month.up + month.down
  }

  async leave(): Promise<void> {
    await Promise.all(Object.values(this.#apps).map((app) => app.stop()))
    await this.#shopper.close()
  }
}

async function connects(stage: Stage, app: VpnApp): Promise<boolean> {
  const { url, text } = stage.freshPage()
  return (await app.fetch(url)) === text
}

export async function until(holds: () => Promise<boolean>, otherwise: string): Promise<void> {
  const from = performance.now()
  while (!(await holds())) {
    if (performance.now() - from > limitMs) throw new Error(`${otherwise} after ${limitMs / 1_000} s`)
    await sleep(lookEveryMs)
  }
}

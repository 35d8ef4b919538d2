import { readFileSync } from 'node:fs'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { registerAlipay, type AlipayKeys } from './alipay/gateway.ts'
import { alipayWire } from './alipay/wire.ts'
import { registerEpay } from './epay/gateway.ts'
import type { EpayKeys } from './epay/signing.ts'
import { epayWire, usualManners, type EpayManners, type EpayName } from './epay/wire.ts'
import { Faults } from './faults.ts'
import { Outbox } from './outbox/outbox.ts'
import { registerOutbox } from './outbox/register-outbox.ts'
import { registerStripe, stripeWire, type StripeKeys } from './stripe/gateway.ts'
import { FakeGateway, type Gateway, type Wire } from './fake-gateway/fake-gateway.ts'
import { registerGatewayCashier, registerGatewaySwitchboard, type Counters } from './fake-gateway/gateway-pages.ts'
import { DemoNodes } from './node/demo-node.ts'
import { registerNodePage } from './node/node-page.ts'
import { demoPanel } from './panels/demo-panel.ts'
import { registerPanelPage } from './panels/panel-page.ts'
import { RemnawavePanel, registerRemnawave } from './panels/remnawave.ts'
import { registerUnionpay, unionpayWire, type UnionpayKeys } from './unionpay/gateway.ts'
import { registerWechat, wechatWire, type WechatKeys } from './wechat/gateway.ts'

export type SimulatorKeys = {
  readonly alipay: AlipayKeys
  readonly wechat: WechatKeys
  readonly unionpay: UnionpayKeys
  readonly stripe: StripeKeys
  readonly epay: EpayKeys
}

export function readKeys(folder: string): SimulatorKeys {
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
  const pair = (provider: string) => ({
    merchantPublicPem: read(`${provider}-merchant-public.pem`),
    providerPrivatePem: read(`${provider}-provider-private.pem`),
  })
  return {
    alipay: pair('alipay'),
    wechat: { ...pair('wechat'), apiV3Key: read('wechat-v3.key').trim() },
    unionpay: { ...pair('unionpay'), providerCertPem: read('unionpay-provider-cert.pem') },
    stripe: {
      secretKey: read('stripe-api.key').trim(),
      webhookSecret: read('stripe-endpoint.key').trim(),
    },
    epay: { ...pair('epay'), key: read('epay.key').trim() },
  }
}

export type Simulator = {
  readonly app: FastifyInstance
  readonly counters: Counters
  /** Behaviour in which EPay gateways differ; tests change it. */
  readonly epay: Readonly<Record<EpayName, EpayManners>>
  readonly outbox: Outbox
}

export async function buildSimulator({
  keys,
  dataDir,
}: {
  keys: SimulatorKeys
  dataDir: string | null
}): Promise<Simulator> {
  const app = Fastify({ bodyLimit: 64 * 1024, forceCloseConnections: true })
  const outbox = new Outbox()
  const counter = (gateway: Gateway, wire: Wire) => ({
    fakeGateway: new FakeGateway(gateway, dataDir, wire),
    faults: new Faults(),
  })
  const epay = { epay1: usualManners(), epay2: usualManners() }
  const counters: Counters = {
    alipay: counter('alipay', alipayWire(keys.alipay.providerPrivatePem)),
    wechat: counter('wechat', wechatWire(keys.wechat)),
    unionpay: counter('unionpay', unionpayWire(keys.unionpay)),
    stripe: counter('stripe', stripeWire(keys.stripe)),
    epay1: counter('epay1', epayWire('epay1', keys.epay, epay.epay1)),
    epay2: counter('epay2', epayWire('epay2', keys.epay, epay.epay2)),
  }
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.addHook('onClose', async () => {
    for (const { fakeGateway } of Object.values(counters)) fakeGateway.stop()
    await outbox.close()
  })
  app.get('/favicon.ico', async (_request, reply) => reply.code(204).send())
  app.get('/', async (_request, reply) => reply.redirect('/switchboard/alipay/bills'))
  await app.register(async (scope) => registerGatewayCashier(scope, counters))
  await app.register(async (scope) => registerAlipay(scope, counters.alipay, keys.alipay))
  await app.register(async (scope) => registerWechat(scope, counters.wechat, keys.wechat))
  await app.register(async (scope) => registerUnionpay(scope, counters.unionpay, keys.unionpay))
  await app.register(async (scope) => registerStripe(scope, counters.stripe, keys.stripe))
  for (const name of ['epay1', 'epay2'] as const)
    await app.register(async (scope) =>
      registerEpay(scope, name, { counter: counters[name], keys: keys.epay, manners: epay[name] }),
    )
  await app.register(async (scope) => registerGatewaySwitchboard(scope, counters))
  registerStatusPage(app)
  await app.register(async (scope) => registerOutbox(scope, outbox))
  const panel = new RemnawavePanel({ token: demoPanel.token }, dataDir)
  app.addHook('onClose', async () => panel.close())
  await app.register(async (scope) => registerRemnawave(scope, panel), { prefix: demoPanel.prefix })
  await app.register(async (scope) => registerPanelPage(scope, panel))
  const node = new DemoNodes(dataDir)
  app.addHook('onClose', async () => node.close())
  await app.register(async (scope) => registerNodePage(scope, node))
  return { app, counters, epay, outbox }
}

function registerStatusPage(app: FastifyInstance): void {
  app.get('/status', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .send('<!doctype html><title>Status</title><p>Sample data: all systems work. 示例数据：一切正常。</p>'),
  )
  app.get('/status/api/v2/status.json', async () => ({
    page: { name: 'Sample data', updated_at: new Date().toISOString() },
    status: { indicator: 'none', description: 'All systems work' },
  }))
}

import { expect, it } from 'vitest'
import { connectionFields, connectionIds } from '#shared/connections.ts'
import { merchant } from '#simulators/alipay/wire.ts'
import { unionpayMerchant } from '#simulators/unionpay/gateway.ts'
import { wechatMerchant } from '#simulators/wechat/gateway.ts'
import { simulatorIds } from './connection-config.ts'
import type { Notes } from './describe-setting.ts'
import { describeEnvironment } from './environment.ts'

const schema = describeEnvironment(true) as unknown as Readonly<Record<string, Notes & { enum?: string[] }>>

it('fields of connections are settings of the environment, required ones are required there too', () => {
  for (const id of connectionIds) {
    const [first, ...others] = connectionFields[id]
    for (const { name, isOptional } of others) {
      const { neededWith, usedWith } = schema[name]!
      expect([name, neededWith ?? null], id).toEqual([name, isOptional ? null : first?.name])
      expect([undefined, first?.name], name).toContain(usedWith)
    }
  }
})

it('fields of connections cover all settings that belong to their first one', () => {
  const named = new Set(Object.values(connectionFields).flatMap((fields) => fields.map(({ name }) => name)))
  const firsts = new Set(Object.values(connectionFields).map(([first]) => first?.name))
  const belonging = Object.entries(schema).filter(([, { neededWith, usedWith }]) =>
    [neededWith, usedWith].some((name) => firsts.has(name)),
  )
  expect(belonging.map(([name]) => name).filter((name) => !named.has(name))).toEqual([])
})

it('choices of fields are those of the environment', () => {
  const chosen = Object.values(connectionFields)
    .flat()
    .filter(({ name }) => schema[name]?.enum)
  expect(chosen.length).toBeGreaterThan(3)
  for (const { name, choices = [] } of chosen)
    expect([...choices].toSorted(), name).toEqual(schema[name]!.enum!.toSorted())
})

it('the merchants of the simulator are known, so that PROD can refuse them', () => {
  const { appId, sellerId } = merchant
  const { merchantId } = unionpayMerchant
  expect([...simulatorIds].toSorted()).toEqual(
    [appId, sellerId, wechatMerchant.appId, wechatMerchant.merchantId, merchantId].toSorted(),
  )
})

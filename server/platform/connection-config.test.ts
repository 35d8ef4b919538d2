import { expect, it } from 'vitest'
import { connectionFields, connectionIds } from '#shared/connections.ts'
import { merchant } from '#simulators/alipay/wire.ts'
import { unionpayMerchant } from '#simulators/unionpay/gateway.ts'
import { wechatMerchant } from '#simulators/wechat/gateway.ts'
import { simulatorIds } from './connection-config.ts'
import type { Notes } from './describe-setting.ts'
import { describeEnvironment } from './environment.ts'

const schema = describeEnvironment(true) as unknown as Readonly<Record<string, Notes & { enum?: string[] }>>

it('each field of a connection form is an environment setting, and is required in both or in neither', () => {
  for (const id of connectionIds) {
    const [first, ...others] = connectionFields[id]
    for (const { name, isOptional } of others) {
      const { neededWith, usedWith } = schema[name]!
      expect([name, neededWith ?? null], id).toEqual([name, isOptional ? null : first?.name])
      expect([undefined, first?.name], name).toContain(usedWith)
    }
  }
})

it('the fields of a connection form cover all settings that belong to its first field', () => {
  const named = new Set(Object.values(connectionFields).flatMap((fields) => fields.map(({ name }) => name)))
  const firsts = new Set(Object.values(connectionFields).map(([first]) => first?.name))
  const belonging = Object.entries(schema).filter(([, { neededWith, usedWith }]) =>
    [neededWith, usedWith].some((name) => firsts.has(name)),
  )
  expect(belonging.map(([name]) => name).filter((name) => !named.has(name))).toEqual([])
})

it('the choices in a field of a connection form are those of its environment setting', () => {
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

import { expect, it } from 'vitest'
import {
  connectionFields,
  connectionIds,
  cryptoNetworkIds,
  cryptoNetworks,
  cryptoPrefix,
  environmentSetting,
} from '#shared/connections.ts'
import { merchant } from '#simulators/alipay/wire.ts'
import { unionpayMerchant } from '#simulators/unionpay/gateway.ts'
import { wechatMerchant } from '#simulators/wechat/gateway.ts'
import { simulatorIds } from './connection-config.ts'
import { networkPresets } from './crypto-presets.ts'
import type { Notes } from './describe-setting.ts'
import { describeEnvironment } from './environment.ts'

// The environment names a file with all settings of cryptocurrency.
const ofEnvironment = connectionIds.filter((id) => id !== 'crypto')
const schema = describeEnvironment(true) as unknown as Readonly<Record<string, Notes & { enum?: string[] }>>

it('each field of a connection form is an environment setting, and is required in both or in neither', () => {
  for (const id of ofEnvironment) {
    const [first, ...others] = connectionFields[id]
    for (const { name, isOptional } of others) {
      const { neededWith, usedWith } = schema[name]!
      expect([name, neededWith ?? null], id).toEqual([name, isOptional ? null : first?.name])
      expect([undefined, first?.name], name).toContain(usedWith)
    }
  }
})

it('the fields of a connection form cover all settings that belong to its first field', () => {
  const named = new Set(ofEnvironment.flatMap((id) => connectionFields[id].map(({ name }) => name)))
  const firsts = new Set<string | undefined>(ofEnvironment.map(environmentSetting))
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

it('the form of cryptocurrency has every known network with its coin, its tokens and its usual addresses', () => {
  expect(cryptoNetworkIds).toEqual(Object.keys(networkPresets))
  for (const id of cryptoNetworkIds) {
    const { nativeSymbol, tokens, addresses, kind } = networkPresets[id]!
    expect(cryptoNetworks[id]).toBe(nativeSymbol)
    const usual = (name: string) =>
      connectionFields.crypto.find((field) => field.name === `${cryptoPrefix(id)}${name}`)?.choices?.[0]
    expect(usual('TOKENS'), id).toBe(Object.keys(tokens).join(','))
    expect(usual('ADDRESSES'), id).toBe(kind === 'tron' ? undefined : addresses)
  }
})

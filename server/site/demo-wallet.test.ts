import { expect, it } from 'vitest'
import { demoWalletOf } from './demo-wallet.ts'

it('is offered in DEV beside a local chain, and nowhere else', () => {
  const chain = 'http://127.0.0.1:8545'
  const offered = (['DEV', 'TEST', 'PROD'] as const).flatMap((environment) =>
    [chain, null].filter((devChain) => demoWalletOf({ environment, devChain }) !== null).map(() => environment),
  )
  expect(offered).toEqual(['DEV'])
  expect(demoWalletOf({ environment: 'DEV', devChain: chain })).toEqual({ script: '/demo-wallet.js', chain })
})

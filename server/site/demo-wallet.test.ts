import { expect, it } from 'vitest'
import { demoWalletOf } from './create-site-routes.ts'

it('the demo wallet is offered only in DEV with a local chain', () => {
  const chain = 'http://127.0.0.1:8545'
  const offered = (['DEV', 'TEST', 'PROD'] as const).flatMap((environment) =>
    [chain, null].filter((devChain) => demoWalletOf({ environment, devChain }) !== null).map(() => environment),
  )
  expect(offered).toEqual(['DEV'])
  expect(demoWalletOf({ environment: 'DEV', devChain: chain })).toEqual({ script: '/demo-wallet.js', chain })
})

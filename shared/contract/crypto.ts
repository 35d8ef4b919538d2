import Type from 'typebox'
import { AmountMinor, Body, call, Currency, Instant, Nullable } from './call.ts'
import { BaseUnits, OrderStatus } from './payment.ts'

const CryptoToken = Type.Object({
  id: Type.String({ description: 'USDT, USDC, or the symbol of the native coin' }),
  name: Type.String(),
  decimals: Type.Integer({ description: 'Of this token on this network' }),
  contract: Nullable(Type.String({ description: 'As the network writes it; null: the native coin' })),
})
const CryptoNetwork = Type.Object({
  id: Type.String({ description: 'ethereum, bsc, polygon, arbitrum, base, tron …' }),
  name: Type.String(),
  kind: Type.Enum(['evm', 'tron']),
  chainId: Type.Integer({ description: 'EIP-155; what a wallet has to be switched to' }),
  nativeSymbol: Type.String(),
  confirmations: Type.Integer({ description: 'Blocks until a payment counts, its own included' }),
  blockSeconds: Type.Number(),
  explorerUrl: Nullable(Type.String({ description: 'Where people look blocks up, without a slash at the end' })),
  walletRpcUrl: Nullable(Type.String({ description: 'For wallets that do not know the network (EIP-3085)' })),
  tokens: Type.Array(CryptoToken),
})

/**
 * Payment observed on the blockchain. `seen`: it waits for confirmations. `confirmed`: it counts. `dropped`: the
 * blockchain removed it before it was confirmed.
 */
const CryptoTransfer = Type.Object({
  txHash: Type.String(),
  amount: BaseUnits,
  status: Type.Enum(['seen', 'confirmed', 'dropped']),
  confirmations: Type.Integer({ description: 'At most those that are needed' }),
  at: Instant('Of its block'),
  explorerUrl: Nullable(Type.String()),
})

const CryptoDeposit = Type.Object({
  network: Type.String(),
  chainId: Type.Integer(),
  token: Type.String(),
  contract: Nullable(Type.String()),
  decimals: Type.Integer(),
  address: Type.String({ description: 'As the network writes it: EIP-55, or base58check on TRON' }),
  amount: BaseUnits,
  expiresAt: Instant('Until when the amount holds; money that comes later still counts'),
  confirmations: Type.Integer(),
  uri: Nullable(Type.String({ description: 'EIP-681 for the missing amount; null where there is none, as on TRON' })),
  addressUrl: Nullable(Type.String({ description: 'The address at the explorer' })),
  received: BaseUnits,
  arriving: BaseUnits,
  missing: BaseUnits,
  transfers: Type.Array(CryptoTransfer),
})

/**
 * State of a crypto payment. `unquoted`: network and token must be chosen. `awaiting`: no payment seen yet. `seen`: the
 * payment is on the blockchain and waits for confirmations. `short`: the confirmed amount is too low. `settled`: paid.
 * `over`: overpaid. `expired`: the payment window ended without a payment. `review`: an operator is checking the
 * payment. `ended`: cancelled or refunded.
 */
const CryptoState = Type.Enum([
  'unquoted',
  'awaiting',
  'seen',
  'short',
  'settled',
  'over',
  'expired',
  'review',
  'ended',
])

const CryptoPayment = Type.Object({
  orderId: Type.String(),
  number: Type.String({ description: 'What people read to each other, like 7Q2M-K9XD' }),
  goodsId: Type.String(),
  orderStatus: OrderStatus,
  amountMinor: AmountMinor,
  currency: Currency,
  payableUntil: Instant('End of the payment window'),
  state: CryptoState,
  deposits: Type.Array(CryptoDeposit),
})

const OrderId = Type.String({ maxLength: 64 })
const Name = Type.String({ minLength: 1, maxLength: 32 })

export const cryptoCalls = {
  '/api/payment/payment_crypto_options': call({
    access: 'public',
    summary: 'The networks and tokens in which an order can be paid; none: cryptocurrency is not offered.',
    input: Body({}),
    output: Type.Object({
      networks: Type.Array(CryptoNetwork),
      walletConnectProjectId: Nullable(Type.String()),
    }),
  }),
  '/api/payment/payment_crypto_quote': call({
    access: 'user',
    summary:
      'Address and exact amount for an order in one token on one network. The same question gets the same answer.',
    input: Body({ orderId: OrderId, network: Name, token: Name }),
    output: CryptoPayment,
  }),
  '/api/payment/payment_crypto_state': call({
    access: 'user',
    summary: 'What has arrived on the chain for an order.',
    input: Body({ orderId: OrderId }),
    output: CryptoPayment,
  }),
}

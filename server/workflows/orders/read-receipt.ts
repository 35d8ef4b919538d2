import type { Output } from '#shared/contract/call.ts'
import type { paymentCalls } from '#shared/contract/payment.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { replaceInvisibleCharacters } from '#shared/visible-text.ts'
import { findProfile } from '#server/modules/accounts/accounts.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { fromBaseUnits } from '#server/modules/chains/token-price.rules.ts'
import { listDeposits } from '#server/modules/chains/deposits.queries.ts'
import { listTransfers } from '#server/modules/chains/transfers.queries.ts'
import { listGrants } from '#server/modules/membership/membership.queries.ts'
import { findTaken } from '#server/modules/membership/membership.service.ts'
import type { Order } from '#server/modules/orders/orders.queries.ts'
import { listAttempts } from '#server/modules/payments/payments.queries.ts'
import { readMoney } from '#server/modules/payments/read-money.ts'
import { unusedDays } from '#server/modules/payments/refund-time.rules.ts'
import { saleOf, type Sale } from '#server/modules/payments/sale.rules.ts'
import type { Receipt } from '#server/modules/receipts/receipts.queries.ts'
import { fixBuyer, issueReceipt, numberWaiting } from '#server/modules/receipts/receipts.service.ts'
import { type SellerThen, containedTax, receiptNumber } from '#server/modules/receipts/receipts.rules.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import { findOwn } from './read-orders.ts'

type View = Output<(typeof paymentCalls)['/api/payment/payment_receipt']>

/**
 * True for orders with a receipt. A free order has none, nor has an order of a rehearsal (test purchase), so that the
 * numbers of real sales have no gaps.
 */
const isSold = ({ paidAt, totalMinor, isTest }: Order): boolean => paidAt !== null && totalMinor > 0 && !isTest

const batch = 500

/**
 * Numbers all receipts of sales that wait for a number. Safe to run twice at once: the second run skips the receipts of
 * the first one.
 */
export async function numberReceipts(database: Database, signal?: AbortSignal): Promise<void> {
  const numberBatch = (tx: Transaction) => numberWaiting(tx, async () => (await readSettings(tx)).seller, batch)
  for (let numbered = batch; numbered === batch;) {
    if (signal?.aborted === true) return
    numbered = await database.transaction(numberBatch, { early: true })
  }
}

async function issue(tx: Transaction, orderId: string): Promise<{ order: Order; receipt: Receipt }> {
  const { order, seller } = await lockSold(tx, orderId)
  return { order, receipt: await issueReceipt(tx, orderId, seller) }
}

async function lockSold(tx: Transaction, orderId: string): Promise<{ order: Order; seller: SellerThen | null }> {
  const [{ seller }, order] = await Promise.all([readSettings(tx), lockOrder(tx, orderId)])
  if (!isSold(order)) throw new AppError('NotFound')
  return { order, seller }
}

/**
 * Returns the receipt of an order, which gets its number now if it has none yet. Throws `NotFound` if the order is not
 * the caller's or can have no receipt.
 */
export async function readReceipt(
  database: Database,
  { userId, orderId, language }: { userId: string; orderId: string; language: Language },
): Promise<View> {
  await findOwn(database, userId, orderId)
  return database.transaction(async (tx) => viewOf(tx, await issue(tx, orderId), language))
}

/** Prints a receipt. The first print fixes the buyer's name, because a receipt is not transferable. */
export async function printReceipt(
  database: Database,
  { userId, orderId, language, buyerName }: { userId: string; orderId: string; language: Language; buyerName: string },
): Promise<View> {
  await findOwn(database, userId, orderId)
  const name = replaceInvisibleCharacters(buyerName).replaceAll(/\s+/g, ' ').trim()
  return database.transaction(async (tx) => {
    const issued = await issue(tx, orderId)
    const isFirst = await fixBuyer(tx, orderId, name || null)
    const receipt = isFirst ? { ...issued.receipt, buyerName: name || null, printedAt: tx.now } : issued.receipt
    return viewOf(tx, { ...issued, receipt }, language)
  })
}

async function viewOf(
  tx: Transaction,
  { order, receipt }: { order: Order; receipt: Receipt },
  language: Language,
): Promise<View> {
  const { currency, totalMinor } = order
  const [profile, money, { period, takenSeconds }] = await Promise.all([
    findProfile(tx, order.userId),
    readMoney(tx, order),
    readPeriod(tx, order),
  ])
  const sale = saleOf(money)
  const tax = receipt.seller?.tax
  return {
    number: receiptNumber(receipt.issuedAt, receipt.number),
    issuedAt: receipt.issuedAt.getTime(),
    orderNumber: order.number,
    seller: receipt.seller && {
      name: receipt.seller.name,
      address: receipt.seller.address ?? null,
      taxNumber: receipt.seller.taxNumber ?? null,
      email: receipt.seller.email ?? null,
      demo: receipt.seller.demo ?? false,
    },
    buyer: {
      account: profile?.accountName ?? profile?.email ?? profile?.phone ?? '',
      uid: profile?.uid ?? 0,
      name: receipt.buyerName,
      isFixed: receipt.printedAt !== null,
    },
    productName: order.productNames[language],
    maxDevices: order.maxDevices,
    seats: order.seats,
    period,
    priceMinor: order.priceMinor,
    discountMinor: order.discountMinor,
    promoCode: order.promoCode,
    currency,
    tax: tax
      ? { label: tax.label[language], rateBps: tax.rateBps, amountMinor: containedTax(totalMinor, tax.rateBps) }
      : null,
    paidMinor: sale.paidMinor,
    refunds: sale.refunds.map(({ amountMinor, at }) => ({ amountMinor, at: at.getTime() })),
    lostMinor: sale.lostMinor,
    inTheEndMinor: sale.paidMinor - sale.refundedMinor - sale.lostMinor,
    takenDays: unusedDays(takenSeconds),
    payments: await listReceived(tx, order, sale),
  }
}

async function readPeriod(
  tx: Queryable,
  order: Order,
): Promise<{ readonly period: View['period']; readonly takenSeconds: number }> {
  const { id, groupId, userId, paidAt, difference } = order
  const source = groupId === null ? 'order' : 'group'
  const of = groupId ?? id
  const grant = (await listGrants(tx, userId)).findLast(
    (each) =>
      each.source === source && each.reverses === null && (each.sourceId === of || each.sourceId.startsWith(`${of}:`)),
  )
  const takenSeconds = grant ? await findTaken(tx, grant) : 0
  if (difference && paidAt)
    return { period: { from: paidAt.getTime(), to: paidAt.getTime() + difference.seconds * 1000 }, takenSeconds }
  if (!grant) return { period: null, takenSeconds }
  const to = grant.expiresAt.getTime()
  return { period: { from: to - grant.seconds * 1000, to }, takenSeconds }
}

async function listReceived(tx: Queryable, order: Order, sale: Sale): Promise<View['payments']> {
  const attempts = await listAttempts(tx, [order.id])
  const isOnChain = attempts.some(({ provider }) => provider === 'crypto')
  const [deposits, transfers] = isOnChain
    ? await Promise.all([listDeposits(tx, order.id), listTransfers(tx, order.id)])
    : [[], []]
  return sale.payments.map(({ attemptId, providerTxnId, amountMinor, at }) => {
    const deposit = deposits.find((each) => each.attemptId === attemptId)
    const [place] = providerTxnId.split('.', 1)
    const transfer = transfers.find((each) => `${each.network}:${each.blockHash}:${each.logIndex}` === place)
    const method = attempts.find(({ id }) => id === attemptId)?.method ?? order.method
    return {
      method,
      amountMinor,
      at: at.getTime(),
      transaction: transfer?.txHash ?? providerTxnId,
      token:
        deposit && transfer
          ? {
              symbol: deposit.token,
              network: deposit.network,
              amount: fromBaseUnits(BigInt(transfer.amount), deposit.decimals),
            }
          : null,
    }
  })
}

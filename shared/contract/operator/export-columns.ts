/**
 * Columns of each export list. `personal` columns identify a person or contain contact data, so they must be requested
 * explicitly.
 */
export const exportColumns = {
  orders: {
    plain: [
      'number',
      'uid',
      'plan',
      'months',
      'method',
      'currency',
      'price',
      'discount',
      'total',
      'status',
      'created',
      'paid',
    ],
    personal: [],
  },
  accounting: {
    plain: [
      'date',
      'event',
      'order',
      'plan',
      'method',
      'provider',
      'currency',
      'amount',
      'taxIncluded',
      'transaction',
      'booked',
    ],
    personal: [],
  },
  ledger: {
    plain: ['booked', 'source', 'reference', 'order', 'debit', 'credit', 'currency', 'amount'],
    personal: [],
  },
  people: {
    plain: ['uid', 'registered', 'language', 'plan', 'memberUntil', 'yearlyUntil', 'blocked'],
    personal: ['account', 'email', 'phone'],
  },
  commissions: {
    plain: [
      'booked',
      'affiliate',
      'order',
      'type',
      'rate',
      'paid',
      'paidCurrency',
      'amountUsd',
      'settlement',
      'reserveUsd',
      'reserveUntil',
      'reserveSettlement',
    ],
    personal: [],
  },
  audit: { plain: ['at', 'operator', 'action', 'subject'], personal: [] },
} as const
export type ExportList = keyof typeof exportColumns
export const exportLists = Object.keys(exportColumns) as ExportList[]

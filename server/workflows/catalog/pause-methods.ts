import { methods, type Method } from '#shared/method.ts'
import { lockSetting } from '#server/modules/catalog/catalog.service.ts'
import { readPausedMethods, savePausedMethods } from '#server/modules/catalog/payment-methods.ts'
import { createPayments } from '#server/modules/payments/create-payments.ts'
import { countOpenByMethod } from '#server/modules/orders/order-counts.queries.ts'
import { done, refuse, type Act, type Read } from '#server/platform/act.ts'
import type { Config } from '#server/platform/config.ts'
import type { Transaction } from '#server/platform/database.ts'
import { sentence } from '#text/sentence.ts'

const configured = (config: Config): Method[] => {
  const offered = createPayments(config).offers.map(({ method }) => method)
  return methods.filter((method) => offered.includes(method))
}
const listed = (left: readonly Method[]) => left.join(', ') || 'nothing'

export const listMethods: Read<'methods.list'> = async (database, _input, _operator, { config }) => {
  const [paused, counts] = await Promise.all([readPausedMethods(database), countOpenByMethod(database)])
  const rows = configured(config).map((method) => ({
    method,
    state: paused.includes(method) ? 'paused' : 'offered',
    openOrders: counts.find((row) => row.method === method)?.count ?? 0,
  }))
  return { ok: true, value: { methods: rows } }
}

export const pauseMethod: Act<'methods.pause'> = async (tx, { method, reason }, _operator, { config }) => {
  const { offered, paused } = await readLocked(tx, config)
  if (!offered.includes(method)) return refuse('NotPossible', sentence('method.notOffered', { method }))
  await savePausedMethods(tx, [...paused, method])
  const openOrders = (await countOpenByMethod(tx)).find((row) => row.method === method)?.count ?? 0
  const left = listed(offered.filter((each) => each !== method))
  return done({ method, openOrders, left }, `method ${method}`, { openOrders, left, reason })
}

export const resumeMethod: Act<'methods.resume'> = async (tx, { method, reason }, _operator, { config }) => {
  const { offered, paused } = await readLocked(tx, config)
  if (!paused.includes(method)) return refuse('NotPossible', sentence('method.notPaused', { method }))
  await savePausedMethods(
    tx,
    paused.filter((each) => each !== method),
  )
  const left = listed(configured(config).filter((each) => each === method || offered.includes(each)))
  return done({ method, left }, `method ${method}`, { left, reason })
}

async function readLocked(tx: Transaction, config: Config) {
  await lockSetting(tx, 'pausedMethods')
  const paused = await readPausedMethods(tx)
  return { paused, offered: configured(config).filter((method) => !paused.includes(method)) }
}

import type { ActionName } from '#shared/contract/operator.ts'

const withValues = (path: string, values: Readonly<Record<string, string | number>>): string => {
  const filled = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString()
  return filled === '' ? path : `${path}#${filled}`
}

/** The page of an action, with fields filled in. */
export const actionAddress = (name: ActionName, values: Readonly<Record<string, string | number>> = {}): string =>
  withValues(`/console/actions/${name}`, values)
export const personAddress = (uid: number | string): string => actionAddress('people.find', { query: uid })
export const orderAddress = (number: string): string => actionAddress('orders.find', { query: number })
export const approvalAddress = (id: string): string => `/console/queue/approvals/${id}`
export const groupAddress = (code: string): string => actionAddress('groups.show', { group: code })

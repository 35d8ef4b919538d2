import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { money } from '#shared/money.ts'
import {
  BadNotification,
  ProviderRefused,
  ProviderSilent,
  type AttemptRef,
  type NotificationRequest,
  type PaymentProvider,
} from '#server/modules/payments/providers/port.ts'
import type { SignedNotification } from '#simulators/fake-gateway/fake-gateway.ts'

export type Json = Readonly<Record<string, unknown>>
type Call = 'query' | 'queryRefund' | 'refund' | 'close' | 'notification'
/** Recorded answers of a provider in a situation, from its documents or a public client, and the expected result. */
export type Recorded = {
  readonly follows: string
  readonly call: Call
  /** Answers to the adapter's calls in order, or one notification. */
  readonly answers: readonly Json[]
  readonly reads: unknown
}

const root = path.join(import.meta.dirname, '../../fixtures')
export const readRecorded = (provider: string): [string, Recorded][] =>
  readdirSync(path.join(root, provider))
    .toSorted()
    .map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(path.join(root, provider, file), 'utf8')) as Recorded,
    ])

export type Wire = {
  readonly answer: (answer: Json, url: string) => { status: number; headers: Record<string, string>; body: string }
  readonly notify: (answer: Json) => SignedNotification
}

export async function playRecorded(
  wire: Wire,
): Promise<{ url: string; play(recorded: Recorded): void; close(): void }> {
  let left: Json[] = []
  const server: Server = createServer((request, response) => {
    const next = left.shift()
    const { status, headers, body } = next
      ? wire.answer(next, request.url ?? '')
      : { status: 599, headers: {}, body: '' }
    request.resume().on('end', () => response.writeHead(status, headers).end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://localhost:${port}/`,
    play: ({ answers }) => (left = [...answers]),
    close: () => (server.closeAllConnections(), void server.close()),
  }
}

const attemptId = '01KAFXYN00PAYMENT000000001'
const refundId = '01KAFY0000REFVND0000000001'

const errors = { BadNotification, ProviderRefused, ProviderSilent }
const nameOf = (error: unknown): string =>
  Object.entries(errors).find(([, kind]) => error instanceof kind)?.[0] ?? String(error)

/** Facts as the file states them. The time of a failed refund is omitted, because it is the time of the query. */
const plain = (read: unknown): unknown =>
  JSON.parse(
    JSON.stringify(read, (name, value: unknown) => {
      if (['provider', 'rawHash'].includes(name)) return undefined
      const isFailure = typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'refund_failed'
      return isFailure ? { ...value, at: undefined } : value
    }),
  ) as unknown

/** Result of the adapter as JSON, without its name and digests; errors by name. */
export async function readBy(
  provider: PaymentProvider,
  { call }: Recorded,
  about: { ref: AttemptRef; providerTxnId: string; notification: NotificationRequest | null },
): Promise<unknown> {
  const { ref, providerTxnId, notification } = about
  const refund = { refundId, ref, providerTxnId, amount: ref.amount, reason: 'asked for' }
  const calls: Record<Call, () => unknown> = {
    query: () => provider.query(ref),
    queryRefund: () => provider.queryRefund(refund),
    refund: () => provider.refund(refund),
    close: () => provider.close(ref),
    notification: () => notification && provider.parseNotification(notification).facts,
  }
  try {
    return plain(await calls[call]())
  } catch (error) {
    return { throws: nameOf(error) }
  }
}

export const refOf = (currency: 'CNY' | 'USD', amountMinor: number, providerRef: string | null): AttemptRef => ({
  id: attemptId,
  amount: money(amountMinor, currency),
  providerRef,
})

import { saveHealth, type Health } from '#server/modules/connections/connections.queries.ts'
import type { Config } from '#server/platform/config.ts'
import { DeliveryRefused } from '#server/platform/delivery.ts'
import type { Database } from '#server/platform/database.ts'
import { unmeasured, type CallOutcome, type Measure } from '#server/platform/measure.ts'
import type { MessageDeps } from '#server/workflows/accounts/messages/message-deps.ts'

/**
 * Call outcomes that count as failures. A refusal counts as success, because the provider answered and the keys work.
 * Calls that were not made count as neither success nor failure.
 */
const failures: Readonly<Partial<Record<CallOutcome, string>>> = {
  silent: 'silent',
  out_of_time: 'silent',
  failed: 'failed',
}

type Seen = { -readonly [K in keyof Health]: Health[K] }
const unseen = (connection: string): Seen => ({
  connection,
  succeededAt: null,
  failedAt: null,
  failure: null,
  notifiedAt: null,
  rejectedAt: null,
})

/**
 * Collects in memory when calls to providers succeeded or failed, so that no call waits for the database. `flush` saves
 * these times.
 */
export function recordHealth(database: Database) {
  const seen = new Map<string, Seen>()
  const of = (connection: string): Seen => {
    const known = seen.get(connection) ?? unseen(connection)
    seen.set(connection, known)
    return known
  }
  const succeeded = (connection: string) => void (of(connection).succeededAt = new Date())
  const failed = (connection: string, failure: string) =>
    void Object.assign(of(connection), { failedAt: new Date(), failure })

  /**
   * A message that is refused for good (`DeliveryRefused`), mostly because of its recipient, does not count as a
   * failure of the mail or SMS provider.
   */
  const watched =
    <M>(connection: (message: M) => string, send: (message: M) => Promise<void>) =>
    async (message: M): Promise<void> => {
      try {
        await send(message)
        succeeded(connection(message))
      } catch (error) {
        if (!(error instanceof DeliveryRefused)) failed(connection(message), 'failed')
        throw error
      }
    }

  return {
    alsoMeasure: (measure: Measure = unmeasured): Measure => ({
      ...measure,
      asked(call) {
        measure.asked(call)
        const failure = failures[call.outcome]
        if (call.outcome === 'ok' || call.outcome === 'refused') succeeded(call.provider)
        else if (failure !== undefined) failed(call.provider, failure)
      },
    }),
    ofMessages: (config: Pick<Config, 'sms'>, deps: MessageDeps): MessageDeps => ({
      ...deps,
      get sendMail() {
        const { sendMail } = deps
        return sendMail && watched(() => 'mail', sendMail)
      },
      get sendSms() {
        const { sendSms } = deps
        const service = (to: string) => (to.startsWith('+86') && config.sms?.aliyun ? 'aliyun' : 'twilio')
        return sendSms && watched(({ to }) => service(to), sendSms)
      },
    }),
    onNotification: (provider: string, outcome: 'accepted' | 'rejected'): void => {
      if (outcome === 'accepted') of(provider).notifiedAt = new Date()
      else of(provider).rejectedAt = new Date()
    },
    flush: async (): Promise<void> => {
      const now = [...seen.values()]
      seen.clear()
      for (const health of now) await saveHealth(database, health)
    },
  }
}

import Fastify from 'fastify'
import { pino } from 'pino'
import { createJobRunner } from '#server/platform/job-runner.ts'
import type { Log } from '#server/platform/log.ts'
import { accountJobs } from '#server/workflows/jobs/account-jobs.ts'
import { createMessageDeps } from '#server/workflows/accounts/messages/message-deps.ts'
import { Outbox, type OutboxMessage } from '#simulators/outbox/outbox.ts'
import { registerOutbox } from '#simulators/outbox/register-outbox.ts'
import { createTestApp, type TestApp } from './app.ts'
import { makeJobsDue } from './jobs.ts'

export const password = 'correct horse 42'

export type IdentityTest = TestApp & {
  readonly outbox: Outbox
  work(): Promise<void>
  messagesTo(address: string): Promise<OutboxMessage[]>
  codeFor(address: string): Promise<string>
  forgetCodeLimits(): Promise<void>
  registerByEmail(
    email: string,
    options?: { password?: string; address?: string },
  ): Promise<{ uid: number; token: string }>
}

type Options = { env?: Record<string, string>; log?: Log; address?: string }

/** API with a real SMTP server and an SMS outbox on real sockets. */
export async function openIdentity({ env = {}, log = pino({ level: 'silent' }) }: Options = {}): Promise<IdentityTest> {
  const outbox = new Outbox()
  const mailPort = await outbox.listen(0)
  const web = Fastify({ forceCloseConnections: true })
  await web.register(async (scope) => registerOutbox(scope, outbox))
  const webUrl = await web.listen({ port: 0, host: 'localhost' })
  const ports = { SIMULATOR_MAIL_PORT: String(mailPort), SIMULATOR_PORT: new URL(webUrl).port }
  const app = await createTestApp({ env: { ...ports, ...env }, log })
  const messages = createMessageDeps(app.config, app.db.database, log)
  const jobs = createJobRunner({ database: app.db.database, log, handlers: accountJobs(messages), schedules: [] })
  const { asOwner } = app.db
  const test: IdentityTest = {
    ...app,
    outbox,
    async work() {
      await makeJobsDue(asOwner)
      await jobs.drain()
    },
    async messagesTo(address) {
      await test.work()
      return outbox.messages.filter(({ to }) => to === address)
    },
    async codeFor(address) {
      // Messages may be sent in any order, so the newest one may be a notice.
      const codes = (await test.messagesTo(address)).map(({ text }) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0])
      const code = codes.find((found) => found !== undefined)
      if (!code) throw new Error(`no code for ${address}`)
      return code
    },
    forgetCodeLimits: async () => void (await asOwner("delete from limit_counters where rule like 'code-%'")),
    async registerByEmail(email, { password: chosen = password, address = '127.0.0.1' } = {}) {
      await app.call('/api/user/user_send_code', { purpose: 'register', kind: 'email', identifier: email }, { address })
      const code = await test.codeFor(email)
      const input = { kind: 'email', identifier: email, code, password: chosen, agreed: true } as const
      const registered = await app.call('/api/user/user_register_normal', input, { address })
      const info = await app.call('/api/system/system_user_info', {}, { token: registered.pragma })
      return { uid: registered.data.uid, token: info.pragma as string }
    },
    async close() {
      await app.close()
      await web.close()
      await outbox.close()
    },
  }
  return test
}

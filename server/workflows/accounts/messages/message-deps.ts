import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { createKeyring, type Keyring } from '#server/platform/keyring.ts'
import type { Log } from '#server/platform/log.ts'
import { createMailSender, type MailSender } from '#server/platform/mail.ts'
import { createSmsSender } from '#server/platform/sms/create-sms-sender.ts'
import type { SmsSender } from '#server/platform/sms/port.ts'

export type MessageDeps = {
  readonly database: Database
  readonly log: Log
  readonly keyring: Keyring
  readonly publicOrigin: string
  /** Null where the deployment has none. */
  readonly sendMail: MailSender | null
  readonly sendSms: SmsSender | null
}

export const createMessageDeps = (config: Config, database: Database, log: Log): MessageDeps => ({
  database,
  log,
  keyring: createKeyring(config.secretKey),
  publicOrigin: config.publicOrigin,
  sendMail: config.mail && createMailSender(config.mail),
  sendSms: config.sms && createSmsSender(config.sms),
})

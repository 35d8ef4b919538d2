import { reachesOf, type IdentityDeps } from '#server/deps/identity-deps.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { createKeyedDigest, type KeyedDigest } from '#server/platform/keyed-digest.ts'
import { createKeyring, type Keyring } from '#server/platform/keyring.ts'
import type { Log } from '#server/platform/log.ts'
import { createMailSender, type MailSender } from '#server/platform/mail.ts'
import { createSmsSender } from '#server/platform/sms/create-sms-sender.ts'
import type { SmsSender } from '#server/platform/sms/port.ts'

export type MessageDeps = {
  readonly database: Database
  readonly log: Log
  readonly keyring: Keyring
  readonly digest: KeyedDigest
  readonly reaches: IdentityDeps['reaches']
  readonly publicOrigin: string
  readonly consoleOrigin: string
  /** Reply-to address of support mails; null if replies by mail are not set up. */
  readonly supportAddress: string | null
  readonly sendMail: MailSender | null
  readonly sendSms: SmsSender | null
}

export const createMessageDeps = (config: Config, database: Database, log: Log): MessageDeps => ({
  database,
  log,
  keyring: createKeyring(config.secretKey),
  digest: createKeyedDigest(config.secretKey),
  reaches: reachesOf(config),
  publicOrigin: config.publicOrigin,
  consoleOrigin: config.consoleOrigin,
  supportAddress: config.supportMail?.address ?? null,
  get sendMail() {
    return config.mail && mailSenderOf(config.mail)
  },
  get sendSms() {
    return config.sms && smsSenderOf(config.sms)
  },
})

/**
 * Keeps one sender for each mail or SMS account, because operators may enter another account while the process runs.
 */
function senders<A extends object, S>(create: (account: A) => S): (account: A) => S {
  const known = new WeakMap<A, S>()
  return (account) => {
    const sender = known.get(account) ?? create(account)
    known.set(account, sender)
    return sender
  }
}
const mailSenderOf = senders(createMailSender)
const smsSenderOf = senders(createSmsSender)

import type { Transporter } from 'nodemailer'
import type { MailConfig } from './config.ts'
import { DeliveryFailed, DeliveryRefused } from './delivery.ts'

export type Mail = {
  /** Stays the same when a mail is sent again, so that mail programs show it once. */
  readonly id: string
  readonly to: string
  readonly fromName: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where one request stops mails of this kind (RFC 8058); absent or null: it cannot be stopped. */
  readonly stopUrl?: string | null
  /** Where an answer goes; absent or null: to whom it is from. */
  readonly replyTo?: string | null
}
/** Hands a mail to the mail server. Throws `DeliveryRefused` where that is final, `DeliveryFailed` where it is not. */
export type MailSender = (mail: Mail) => Promise<void>

export function createMailSender({ url, from }: MailConfig): MailSender {
  // The whole conversation stays well below the lease of a job, or a second worker would send the same mail.
  const times = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 }
  // Loaded with the first mail: a start does not wait for it.
  let opened: Promise<Transporter> | undefined
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ url, ...times, disableFileAccess: true, disableUrlAccess: true })
  }
  const domain = from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '')
  const address = /<([^<>]+)>/.exec(from)?.[1] ?? from
  return async ({ id, to, fromName, subject, text, html, stopUrl = null, replyTo = null }) => {
    try {
      opened ??= open()
      const transport = await opened
      await transport.sendMail({
        messageId: `<${id}@${domain}>`,
        from: { name: fromName, address },
        to: { name: '', address: to },
        ...(replyTo !== null && { replyTo }),
        subject,
        text,
        html,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(stopUrl !== null && {
            'List-Unsubscribe': `<${stopUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      })
    } catch (error) {
      const { code = 'unknown', responseCode } = error as SmtpError
      const reason = `mail server: ${code}${responseCode ? ` ${responseCode}` : ''}`
      if (code === 'EENVELOPE' && isAboutRecipient(error as SmtpError)) throw new DeliveryRefused(reason)
      throw new DeliveryFailed(reason)
    }
  }
}

type SmtpError = { code?: string; responseCode?: number; command?: string; response?: string }

/**
 * Whether a refusal is about this one address, so that no repetition helps: 5xx to RCPT TO, but for the classes 5.3 to 5.7 of RFC
 * 3463 (system, network, protocol, policy) and a refusal to relay. Those come from a server that is not ours, or is set wrong.
 */
const isAboutRecipient = ({ responseCode = 0, command, response = '' }: SmtpError): boolean =>
  command === 'RCPT TO' && responseCode >= 500 && !/^5\d\d[ -]5\.[3-7]\.|relay|authenti/i.test(response)

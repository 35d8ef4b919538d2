import type { MailConfig } from './config.ts'
import { DeliveryFailed, DeliveryRefused } from './delivery.ts'
import { watchReplies } from './smtp-replies.ts'

export type Mail = {
  /** Message id, equal for each attempt to send, so that mail programs show duplicates only once. */
  readonly id: string
  readonly to: string
  readonly fromName: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly stopUrl?: string | null
  readonly replyTo?: string | null
}
/**
 * Sends a mail. Throws `DeliveryRefused` if the mail server permanently rejects the recipient, and `DeliveryFailed` for
 * every other failure.
 */
export type MailSender = (mail: Mail) => Promise<void>

export function createMailSender({ url, from }: MailConfig): MailSender {
  // Timeouts must stay well below the job's run time, or a second worker would send the same mail.
  const times = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 }
  const domain = from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '')
  const address = /<([^<>]+)>/.exec(from)?.[1] ?? from
  return async ({ id, to, fromName, subject, text, html, stopUrl = null, replyTo = null }) => {
    const replies = watchReplies()
    try {
      // Loads Nodemailer with the first mail, to keep the start fast. Each mail opens a new connection anyway, so the
      // transport is not kept.
      const { createTransport } = await import('nodemailer')
      const { logger, signal } = replies
      const safe = { disableFileAccess: true, disableUrlAccess: true }
      const transport = createTransport({ url, ...times, ...safe, transactionLog: true, logger })
      await transport.sendMail({
        signal,
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
      if (replies.wrong() !== null) throw new DeliveryFailed(`mail server: ${replies.wrong()}`)
      const { code = 'unknown', responseCode } = error as SmtpError
      const reason = `mail server: ${code}${responseCode ? ` ${responseCode}` : ''}`
      if (code === 'EENVELOPE' && isAboutRecipient(error as SmtpError)) throw new DeliveryRefused(reason)
      throw new DeliveryFailed(reason)
    }
  }
}

type SmtpError = { code?: string; responseCode?: number; command?: string; response?: string }

/**
 * True if the SMTP rejection concerns only this recipient, so that a retry is useless: 5xx to RCPT TO, except classes
 * 5.3 to 5.7 of RFC 3463 (system, network, protocol, policy), refused relaying and a refused sender, which Postfix
 * reports at RCPT TO as well (`smtpd_delay_reject`). All of these exceptions point to a wrong or misconfigured server.
 */
const isAboutRecipient = ({ responseCode = 0, command, response = '' }: SmtpError): boolean =>
  command === 'RCPT TO' &&
  responseCode >= 500 &&
  !/^5\d\d[ -]5\.(?:[3-7]\.|1\.[78]\b)|relay(?! recipient table)|sender address|authenti/i.test(response)

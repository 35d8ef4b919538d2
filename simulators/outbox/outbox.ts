import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type OutboxMessage = {
  readonly id: string
  readonly channel: 'mail' | 'sms'
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  /** Mail headers for one-click actions and replies, by lower-case name; absent for SMS. */
  readonly headers?: Readonly<Record<string, string>>
  readonly receivedAt: number
}

const kept = 500
const maxBytes = 1024 * 1024

export class Outbox {
  readonly messages: OutboxMessage[] = []
  #smtp: SMTPServer | null = null

  listen(port: number, host = 'localhost'): Promise<number> {
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      size: maxBytes,
      onAuth: (_auth, _session, done) => done(null, { user: 'anybody' }),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.once('end', () => {
          if (stream.sizeExceeded) return done(Object.assign(new Error('too large'), { responseCode: 552 }))
          const to = session.envelope.rcptTo.map(({ address }) => address).join(', ')
          void this.#take(Buffer.concat(chunks), to, done)
        })
      },
    })
    smtp.on('error', () => {})
    this.#smtp = smtp
    return new Promise((resolve, reject) => {
      smtp.server.once('error', reject)
      smtp.listen(port, host, () => resolve((smtp.server.address() as AddressInfo).port))
    })
  }

  async #take(raw: Buffer, to: string, done: (error?: Error | null) => void): Promise<void> {
    try {
      await this.#receive(raw, to)
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error('unreadable mail'))
    }
  }

  async #receive(raw: Buffer, to: string): Promise<void> {
    const mail = await PostalMime.parse(raw)
    this.add({
      id: mail.messageId ?? '',
      channel: 'mail',
      to,
      from: mail.from?.name ? `${mail.from.name} <${mail.from.address ?? ''}>` : (mail.from?.address ?? ''),
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? null,
      headers: Object.fromEntries(
        mail.headers
          .filter(({ key }) => key.startsWith('list-') || key === 'reply-to')
          .map(({ key, value }) => [key, value]),
      ),
    })
  }

  add(message: Omit<OutboxMessage, 'receivedAt'>): void {
    this.messages.unshift({ ...message, receivedAt: Date.now() })
    this.messages.splice(kept)
  }

  clear(): void {
    this.messages.length = 0
  }

  close(): Promise<void> {
    const smtp = this.#smtp
    return smtp ? new Promise((resolve) => smtp.close(() => resolve())) : Promise.resolve()
  }
}

import { createServer, type AddressInfo, type Server } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { DeliveryFailed, DeliveryRefused } from '#server/platform/delivery.ts'
import { createMailSender } from '#server/platform/mail.ts'

let close: (() => void) | null = null
afterEach(() => {
  close?.()
  close = null
})
const send = (port: number) =>
  createMailSender({ url: `smtp://127.0.0.1:${port}`, from: 'Wayfare <hello@wayfare.example>' })({
    id: 'a',
    to: 'someone@example.com',
    fromName: 'Wayfare',
    subject: 'x',
    text: 'x',
    html: '<p>x</p>',
  }).catch((reason: unknown) => reason)

/** A mail server that answers one command like this. */
async function refuseAt(command: 'MAIL' | 'RCPT', responseCode: number, words: string): Promise<number> {
  const refuse = (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
    done(Object.assign(new Error(words), { responseCode }))
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...(command === 'MAIL' ? { onMailFrom: refuse } : { onRcptTo: refuse }),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  close = () => server.close()
  return (server.server.address() as AddressInfo).port
}

describe('mail server answers', () => {
  it.each([
    [550, '5.1.1 <someone@example.com>: user unknown'],
    [550, 'no such box'],
    [553, '5.1.3 bad destination mailbox address syntax'],
    [552, '5.2.2 mailbox full'],
  ])('a recipient refused with %i %s ends the delivery', async (code, words) => {
    expect(await send(await refuseAt('RCPT', code, words))).toBeInstanceOf(DeliveryRefused)
  })

  // RFC 3463: x.3 system, x.4 network, x.5 protocol, x.7 policy. None of them is about the person.
  it.each([
    ['RCPT', 554, '5.7.1 relay access denied'],
    ['RCPT', 550, 'relaying not permitted'],
    ['RCPT', 530, '5.7.0 authentication required'],
    ['RCPT', 550, '5.4.1 no route to this host'],
    ['RCPT', 451, '4.7.1 greylisted'],
    ['MAIL', 550, '5.1.8 sender unknown here'],
  ] as const)('a %s answered with %i %s is retried', async (command, code, words) => {
    expect(await send(await refuseAt(command, code, words))).toBeInstanceOf(DeliveryFailed)
  })

  it.each([
    ['a web server', 'HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\n\r\n<html></html>'],
    ['a server without mail', '554 no SMTP service here\r\n'],
    ['nothing at all', ''],
  ])('a delivery is retried when %s answers in place of a mail server', async (_name, greeting) => {
    const server: Server = createServer((socket) => socket.on('error', () => {}).end(greeting))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    close = () => server.close()
    expect(await send((server.address() as AddressInfo).port)).toBeInstanceOf(DeliveryFailed)
  })
})

import { generateKeyPairSync } from 'node:crypto'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { createServer as createTlsServer } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { DeliveryFailed, DeliveryRefused } from '#server/platform/delivery.ts'
import { createMailSender, type Mail } from '#server/platform/mail.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import { makeCertificate } from '#simulators/demo/demo-certificate.ts'
import { registerThroughApi } from '../../support/app.ts'
import { openIdentity } from '../../support/identity.ts'
import { giveAddress, listTold } from '../../support/sent-messages.ts'

let close: (() => void) | null = null
afterEach(() => {
  close?.()
  close = null
})
const send = (port: number, scheme: 'smtp' | 'smtps' = 'smtp') =>
  createMailSender({ url: `${scheme}://127.0.0.1:${port}`, from: 'Wayfare <hello@wayfare.example>' })({
    id: 'a',
    to: 'someone@example.com',
    fromName: 'Wayfare',
    subject: 'x',
    text: 'x',
    html: '<p>x</p>',
  }).catch((reason: unknown) => reason)

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

/**
 * Answers that replace those of a working mail server; null closes the connection. `message` follows the end of the
 * data.
 */
type Answers = { readonly [at in 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'message']?: string | null }
const proper: Answers = { greeting: '220 ready', DATA: '354 go on', message: '250 queued' }

/** Server that answers 250 to every line, like a program that does not speak SMTP. Stores what it reads. */
const agreesToEverything = (greeting: string | null, read: string[] = []): Server =>
  createServer((socket) => {
    socket.on('error', () => {})
    if (greeting !== null) socket.write(`${greeting}\r\n`)
    createInterface(socket).on('line', (line) => {
      read.push(line)
      socket.write('250 ok\r\n')
    })
  })

/** Answers one connection line by line; a reply 421 or one without a code closes it. */
function converse(socket: Socket, answers: Answers, take: () => void): void {
  let isData = false
  const reply = (at: string) => {
    const all: Readonly<Record<string, string | null>> = { ...proper, ...answers }
    const text = all[at] === undefined ? '250 ok' : all[at]
    if (text === null) return socket.destroy()
    if (at === 'message' && text.startsWith('2')) take()
    isData = at === 'DATA' && text.startsWith('3')
    if (/^(?:421|\D)/.test(text)) return socket.end(`${text}\r\n`)
    return socket.write(`${text}\r\n`)
  }
  socket.on('error', () => {})
  reply('greeting')
  createInterface(socket).on('line', (line) => {
    if (!isData) reply(line.slice(0, 4).toUpperCase())
    else if (line === '.') reply('message')
  })
}
const scripted = (answers: Answers): Server => createServer((socket) => converse(socket, answers, () => {}))
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => server.close()
  return (server.address() as AddressInfo).port
}

/** Sends a mail and returns its source as the server reads it. */
async function sourceOf(mail: Pick<Mail, 'fromName' | 'subject' | 'text' | 'html' | 'stopUrl'>): Promise<string> {
  const parts: Buffer[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.on('data', (part: Buffer) => parts.push(part)).on('end', () => done())
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  close = () => server.close()
  const { port } = server.server.address() as AddressInfo
  const sender = createMailSender({ url: `smtp://127.0.0.1:${port}`, from: 'Wayfare <hello@wayfare.example>' })
  await sender({ id: 'a1', to: "sean.o'brien+vpn@xn--mnchen-3ya.de", ...mail })
  return Buffer.concat(parts).toString('latin1')
}

describe('source text of a mail', () => {
  // Servers reject or split lines of more than 998 characters (bruceg/nullmailer#92, Kitura/Swift-SMTP#106,
  // floatpane/matcha#1115), filters count encoded lines of more than 76 (snoyberg/mime-mail#13), and Google rejects
  // mails without a Message-ID (remails-com/remails#78).
  it.each([
    ['Chinese', '畅行'.repeat(20), '您的验证码是123456，请勿告诉任何人。'.repeat(100)],
    [
      'English',
      'A name '.repeat(20).trim(),
      `${'Your code is 123456. '.repeat(100)}https://wayfare.example/${'x'.repeat(1_500)}`,
    ],
  ])('has short lines and complete headers for long %s texts', async (_language, name, text) => {
    const stopUrl = `https://wayfare.example/mails/stop/${'t'.repeat(300)}`
    const source = await sourceOf({ fromName: name, subject: `${name} ${name}`, text, html: `<p>${text}</p>`, stopUrl })
    const lines = source.split('\r\n')
    expect(lines.join('')).not.toMatch(/[\r\n]/)
    expect(source).not.toMatch(/[\x80-\xff]/)
    const end = lines.indexOf('')
    const [head, body] = [lines.slice(0, end), lines.slice(end)]
    expect(Math.max(...head.map((line) => line.length))).toBeLessThan(400)
    expect(Math.max(...body.map((line) => line.length))).toBeLessThanOrEqual(76)
    for (const word of source.match(/=\?utf-8\?[bq]\?[^?\s]*\?=/gi) ?? []) expect(word.length).toBeLessThanOrEqual(75)
    const names = head.flatMap((line) => /^([\w-]+):/.exec(line)?.[1]?.toLowerCase() ?? [])
    for (const needed of ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'auto-submitted'])
      expect(
        names.filter((each) => each === needed),
        needed,
      ).toHaveLength(1)
    expect(source).toContain('Message-ID: <a1@wayfare.example>')
    expect(source.replaceAll(/\r\n[ \t]+/g, ' ')).toMatch(/^List-Unsubscribe: <https:[^ >]*>$/m)
  })
})

describe('a mail server', () => {
  // The first four replies are worded like Postfix 3.9.9 (src/smtpd/smtpd_check.c, smtpd.c).
  it.each([
    [550, '5.1.1 <someone@example.com>: Recipient address rejected: User unknown in local recipient table'],
    [550, '5.1.1 <someone@example.com>: Recipient address rejected: User unknown in relay recipient table'],
    [556, '5.1.10 <someone@example.com>: Recipient address rejected: Domain example.com does not accept mail (nullMX)'],
    [501, '5.1.3 Bad recipient address syntax'],
    [550, 'no such box'],
    [552, '5.2.2 mailbox full'],
  ])('a recipient refused with %i %s ends the delivery', async (code, words) => {
    expect(await send(await refuseAt('RCPT', code, words))).toBeInstanceOf(DeliveryRefused)
  })

  // RFC 3463: x.3 system, x.4 network, x.5 protocol, x.7 policy. None of these codes is about the recipient.
  it.each([
    ['RCPT', 554, '5.7.1 <someone@example.com>: Relay access denied'],
    ['RCPT', 550, '5.1.8 <hello@wayfare.example>: Sender address rejected: Domain not found'],
    ['RCPT', 550, '5.1.0 <hello@wayfare.example>: Sender address rejected: User unknown in local recipient table'],
    ['RCPT', 553, '5.7.1 <hello@wayfare.example>: Sender address rejected: not logged in'],
    ['RCPT', 550, 'relaying not permitted'],
    ['RCPT', 530, '5.7.0 Authentication required'],
    ['RCPT', 550, '5.4.1 no route to this host'],
    ['RCPT', 451, '4.7.1 greylisted'],
    ['MAIL', 550, '5.1.8 <hello@wayfare.example>: Sender address rejected: Domain not found'],
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

  // Replies worded like Postfix 3.9.9 (src/smtpd/smtpd.c, src/postscreen/postscreen.c, src/global/cleanup_strerror.c),
  // and for the sign-in like RFC 4954, section 6.
  it.each<[string, Answers]>([
    ['closes with 421 instead of a greeting', { greeting: '421 4.3.2 All server ports are busy' }],
    ['closes with 421 after the recipient', { RCPT: '421 4.7.0 mail.example Error: too many errors' }],
    ['requires encryption first', { MAIL: '530 5.7.0 Must issue a STARTTLS command first' }],
    ['requires a sign-in first', { MAIL: '530 5.7.0 Authentication required' }],
    ['refuses the DATA command', { DATA: '554 5.5.1 Error: no valid recipients' }],
    ['answers the message in words without a code', { message: 'Welcome to the guest network' }],
    ['rejects the message for now', { message: '451 4.3.0 Error: queue file write error' }],
    ['rejects the message for good', { message: '550 5.7.1 Error: message content rejected' }],
    ['closes in the middle of the message', { message: null }],
    ['answers a greeting in words without a code', { greeting: 'SSH-2.0-OpenSSH_9.6' }],
  ])('a mail server that %s is tried again', async (_name, answers) => {
    expect(await send(await listen(scripted(answers)))).toBeInstanceOf(DeliveryFailed)
  })

  it.each([
    ['a greeting', '220 ready'],
    ['250 as its greeting', '250 ok'],
    ['a greeting and an answer to nothing', '220 ready\r\n250 ok'],
  ])(
    'a mail server that answers 250 to everything after %s is tried again, and gets no mail',
    async (_what, greeting) => {
      const read: string[] = []
      expect(await send(await listen(agreesToEverything(greeting, read)))).toBeInstanceOf(DeliveryFailed)
      expect(read.join('\n')).not.toMatch(/Subject|hello@wayfare\.example>\n.*From:/)
    },
  )

  // RFC 5321, section 4.3.2: the replies that mean success for each command.
  it.each<[string, Answers]>([
    ['takes a sender with 220', { MAIL: '220 ready' }],
    ['takes a recipient with 354', { RCPT: '354 go on' }],
    ['takes DATA with 250', { DATA: '250 ok' }],
    ['asks for more after DATA', { DATA: '334 VXNlcm5hbWU6' }],
    ['takes the message with 221', { message: '221 2.0.0 Bye' }],
    ['takes the message with 200', { message: '200 OK' }],
  ])(
    'a mail server that answers a command with a code of another meaning is tried again: it %s',
    async (_name, answers) => {
      expect(await send(await listen(scripted(answers)))).toBeInstanceOf(DeliveryFailed)
    },
  )

  it.each<[string, Answers]>([
    ['answers EHLO in one line', { EHLO: '250 mail.example' }],
    ['knows HELO alone', { EHLO: '500 5.5.2 unrecognized command' }],
    ['passes the mail on', { RCPT: '251 user not local; will forward' }],
    [
      'offers pipelining',
      { EHLO: '250-mail.example\r\n250-PIPELINING\r\n250-SIZE 10240000\r\n250-ENHANCEDSTATUSCODES\r\n250 8BITMIME' },
    ],
  ])('a mail server that %s takes mail', async (_name, answers) => {
    expect(await send(await listen(scripted(answers)))).toBeUndefined()
  })

  it('a mail server with a self-signed certificate is tried again, and gets no mail', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const names = { subject: 'localhost', issuer: 'nobody' }
    const cert = makeCertificate({ ...names, publicKey, issuerKey: privateKey, isAuthority: false })
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
    let read = ''
    const server = createTlsServer({ key, cert }, (socket) => {
      socket.on('error', () => {}).on('data', (chunk: Buffer) => (read += chunk.toString()))
      socket.write('220 mail ready\r\n')
    })
    expect(await send(await listen(server.on('tlsClientError', () => {})), 'smtps')).toBeInstanceOf(DeliveryFailed)
    expect(read).toBe('')
  })
})

describe('a mail of the outbox', () => {
  it.each<[string, Answers]>([
    ['421', { greeting: '421 4.3.2 All server ports are busy' }],
    ['250 in answer to DATA', { DATA: '250 ok' }],
    ['an answer of another program', { greeting: 'HTTP/1.1 302 Found' }],
    ['a broken connection', { message: null }],
  ])('a mail is neither lost nor counted as sent by %s, and is sent once afterwards', async (_name, foreign) => {
    let answers: Answers = foreign
    let taken = 0
    const port = await listen(createServer((socket) => converse(socket, answers, () => (taken += 1))))
    const test = await openIdentity({
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Wayfare <hello@wayfare.example>' },
    })
    const { uid } = await registerThroughApi(test, `mail-${process.pid}`)
    const [user] = await test.db.asOwner<{ id: string }>('select id from users where uid = $1', [uid])
    const userId = user!.id
    await giveAddress(test.db.asOwner, userId, 'someone@example.com')
    const facts = { orderId: crypto.randomUUID(), amountMinor: 4_242, at: new Date().toISOString() }
    await test.db.database.transaction((tx) =>
      notifyPeople(tx, [{ userId, event: 'a', template: 'refund-failed', facts: { ...facts, currency: 'USD' } }]),
    )
    const status = async () => (await listTold(test.db.asOwner, userId)).map((told) => told.status)
    await test.work()
    expect([await status(), taken]).toEqual([['waiting'], 0])
    answers = {}
    await test.work()
    await test.work()
    expect([await status(), taken]).toEqual([['sent'], 1])
    await test.close()
  })
})

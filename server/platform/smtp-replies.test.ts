import { describe, expect, it } from 'vitest'
import { findWrongReply, watchReplies } from './smtp-replies.ts'

describe('reply of a mail server', () => {
  // Replies as defined in RFC 5321, section 4.3.2.
  it.each([
    ['EHLO', '250-mail.example\r\n250 SIZE 10240000'],
    ['HELO', '250 mail.example'],
    ['STARTTLS', '220 2.0.0 Ready to start TLS'],
    ['MAIL', '250 2.1.0 Ok'],
    ['RCPT', '250 2.1.5 Ok'],
    ['RCPT', '251 will forward'],
    ['DATA', '354 End data with <CR><LF>.<CR><LF>'],
    ['message', '250 2.0.0 Ok: queued as 4X1'],
    ['message', '250'],
    ['AUTH', '235 2.7.0 Authentication successful'],
  ])('accepts %s answered with %j', (command, reply) => {
    expect(findWrongReply(command, reply)).toBeNull()
  })

  it.each(['EHLO', 'HELO', 'STARTTLS', 'MAIL', 'RCPT', 'DATA', 'message'])(
    'a refusal of %s is not reported as a wrong reply',
    (command) => {
      for (const reply of ['421 4.3.2 busy', '451 4.3.0 later', '550 5.1.1 unknown', 'Welcome', '2500 ok'])
        expect(findWrongReply(command, reply)).toBeNull()
    },
  )

  it.each([
    ['EHLO', '220 ready', '220 in answer to EHLO'],
    ['STARTTLS', '250 ok', '250 in answer to STARTTLS'],
    ['MAIL', '354 go on', '354 in answer to MAIL'],
    ['RCPT', '252 cannot verify', '252 in answer to RCPT'],
    ['DATA', '250 ok', '250 in answer to DATA'],
    ['DATA', '250', '250 in answer to DATA'],
    ['message', '221 Bye', '221 in answer to message'],
  ])('rejects %s answered with %j', (command, reply, fault) => {
    expect(findWrongReply(command, reply)).toBe(fault)
  })
})

describe('watched SMTP connection', () => {
  const converse = (...lines: ['client' | 'server', string][]) => {
    const { logger, signal, wrong } = watchReplies()
    for (const [tnx, line] of lines) logger.debug({ tnx }, line)
    return [wrong(), signal.aborted]
  }
  const opening = [
    ['server', '220 mail.example ESMTP'],
    ['client', 'EHLO shop'],
    ['server', '250-mail.example\n250 PIPELINING'],
  ] as ['client' | 'server', string][]

  it('matches pipelined replies to their commands in order', () => {
    const sent: ['client', string][] = [
      ['client', 'MAIL FROM:<a@b.example>'],
      ['client', 'RCPT TO:<c@d.example>'],
      ['client', 'DATA'],
    ]
    const taken: ['server', string][] = [
      ['server', '250 2.1.0 Ok'],
      ['server', '251 will forward'],
      ['server', '354 go on'],
    ]
    expect(converse(...opening, ...sent, ...taken, ['server', '250 queued'])).toEqual([null, false])
    expect(converse(...opening, ...sent, ...taken, ['server', '221 Bye'])).toEqual(['221 in answer to message', true])
  })

  it('the check ends at the first wrong reply and keeps it', () => {
    const lines: ['client' | 'server', string][] = [
      ['client', 'DATA'],
      ['server', '250 ok'],
      ['client', 'RCPT TO:<c@d.example>'],
      ['server', '354 go on'],
    ]
    expect(converse(...opening, ...lines)).toEqual(['250 in answer to DATA', true])
  })
})

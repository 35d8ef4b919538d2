/**
 * Successful replies to each SMTP command (RFC 5321, section 4.3.2). Nodemailer accepts every 2xx, even in place of
 * 354, so a program that answers 250 to everything would count as a working mail server.
 */
const proper: Readonly<Record<string, readonly string[]>> = {
  EHLO: ['250'],
  HELO: ['250'],
  STARTTLS: ['220'],
  MAIL: ['250'],
  RCPT: ['250', '251'],
  DATA: ['354'],
  message: ['250'],
}

/**
 * Returns what is wrong with an SMTP reply that claims success, or null. Rejections are handled by their reply codes.
 */
export function findWrongReply(command: string, reply: string): string | null {
  const code = reply.slice(0, 3)
  const isSuccess = /^[123]\d\d(?:[ -]|\s*$)/.test(reply)
  const expected = proper[command]
  return isSuccess && expected && !expected.includes(code) ? `${code} in answer to ${command}` : null
}

/**
 * Watches the replies on one SMTP connection through Nodemailer's log. `signal` aborts the connection at the first
 * wrong reply, before the message leaves. Keeps only names of commands and codes.
 */
export function watchReplies() {
  const stop = new AbortController()
  // The first reply answers no command: it is the greeting, which is not checked here, because Nodemailer itself checks
  // that it is 220.
  const asked = ['greeting']
  let wrong: string | null = null
  const read = ({ tnx }: { tnx?: string } = {}, line = '') => {
    if (tnx === 'client') asked.push(/^[A-Z]+/.exec(line)?.[0] ?? '')
    if (tnx !== 'server') return
    const command = asked.shift() ?? ''
    // Nodemailer does not log the message text as a command, but the server sends a reply to it.
    if (command === 'DATA' && line.startsWith('3')) asked.unshift('message')
    wrong ??= findWrongReply(command, line)
    if (wrong !== null) stop.abort()
  }
  const ignore = () => {}
  const logger = { level: ignore, trace: ignore, debug: read, info: ignore, warn: ignore, error: ignore, fatal: ignore }
  return { logger, signal: stop.signal, wrong: () => wrong }
}

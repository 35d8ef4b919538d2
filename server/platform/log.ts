import { pino, type DestinationStream, type Logger } from 'pino'
import type { Environment } from '#shared/codes.ts'
import { mapStack } from './map-stacks.ts'
import { currentRequest } from './request-id.ts'

export type Log = Logger

/** Whatever carries these names is never written, at any of the first three depths. */
const secretNames = [
  'authorization',
  'pragma',
  'cookie',
  'token',
  'password',
  'newPassword',
  'signature',
  'privateKeyPem',
  'databaseUrl',
]

/** Of an error what helps to mend it. A database's `detail` would quote the row, with someone's address in it. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const code = 'code' in error ? { code: error.code } : {}
  const constraint = 'constraint' in error ? { constraint: error.constraint } : {}
  return {
    type: name,
    message,
    ...code,
    ...constraint,
    stack: stack && mapStack(stack),
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}

/** What is kept to be written once there is room again; what is beyond it is lost. */
const maxKeptBytes = 1024 * 1024

/**
 * A disk that is full costs lines and nothing else. With the destination that pino takes by itself the error ends the
 * process, and its last attempt to write, as it ends, then never returns.
 */
function openStdout(): DestinationStream {
  const stdout = pino.destination({ dest: 1, maxLength: maxKeptBytes })
  const flush = stdout.flushSync.bind(stdout)
  stdout.on('error', () => (stdout.flushSync = () => {}))
  stdout.on('write', () => (stdout.flushSync = flush))
  return stdout
}

/** The request that a line belongs to, also of a job that it began; the lines of a request itself have it already. */
function nameRequest(_line: object, _level: number, log: Logger): { reqId?: string } {
  const request = currentRequest()
  return request === undefined || 'reqId' in log.bindings() ? {} : { reqId: request }
}

/** JSON lines in TEST and PROD, readable ones in DEV. */
export function createLog(environment: Environment, level: string, destination?: NodeJS.WritableStream): Log {
  const options = {
    level,
    mixin: nameRequest,
    serializers: { err: describeError },
    redact: {
      // `code` is a secret only where someone typed it; elsewhere it names an error.
      paths: [
        ...secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        'input.code',
        'body.code',
        'payload.code',
      ],
      censor: '[secret]',
    },
  }
  if (destination) return pino(options, destination)
  if (environment !== 'DEV') return pino(options, openStdout())
  return pino({
    ...options,
    transport: {
      target: 'pino-pretty',
      options: { colorize: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
    },
  })
}

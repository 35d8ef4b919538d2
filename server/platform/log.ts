import { AsyncLocalStorage } from 'node:async_hooks'
import { pino, type DestinationStream, type Logger } from 'pino'
import type { Environment } from '#shared/api-values.ts'
import { loadPackage } from './lazily.ts'
import { mapStack } from './map-stacks.ts'

const requests = new AsyncLocalStorage<string | undefined>()

/** Runs `work` and everything it calls as part of a request, so that log lines and new jobs carry the request id. */
export const runForRequest = <T>(id: string | undefined, work: () => T): T => requests.run(id, work)

export const currentRequest = (): string | undefined => requests.getStore()

export type Log = Logger

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
  'migrationUrl',
  'readUrl',
]

/**
 * Copies those fields of an error that help to find the cause. Omits a database error's `detail`, because it quotes
 * personal data.
 */
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

/** Maximum bytes of log lines kept in memory while the disk is full; further lines are dropped. */
const maxKeptBytes = 1024 * 1024

/**
 * Writes log lines to stdout, so that a full disk only loses lines. With pino's default destination the process would
 * end, and its final flush would never return.
 */
function openStdout(): DestinationStream {
  const stdout = pino.destination({ dest: 1, maxLength: maxKeptBytes })
  const flush = stdout.flushSync.bind(stdout)
  stdout.on('error', () => (stdout.flushSync = () => {}))
  stdout.on('write', () => (stdout.flushSync = flush))
  return stdout
}

/** Adds the request id to lines of jobs that the request started. Lines of the request itself already have it. */
function nameRequest(_line: object, _level: number, log: Logger): { reqId?: string } {
  const request = currentRequest()
  return request === undefined || 'reqId' in log.bindings() ? {} : { reqId: request }
}

export function createLog(environment: Environment, level: string, destination?: NodeJS.WritableStream): Log {
  const options = {
    level,
    mixin: nameRequest,
    serializers: { err: describeError },
    redact: {
      // A field named `code` is redacted only in user input, where it is a secret; in other objects it is an error
      // code.
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
  // In this thread, because a thread of its own for the few lines of a development server takes a tenth of its start.
  const { prettyFactory } = loadPackage('pino-pretty') as typeof import('pino-pretty')
  const show = prettyFactory({ colorize: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })
  return pino(options, { write: (line) => void process.stdout.write(show(line)) })
}

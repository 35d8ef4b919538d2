import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Secret, TOTP } from 'otpauth'
import { inject } from 'vitest'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import type { RunAction } from '#server/operator/run-action.ts'
import { runOps } from '#server/ops/run-ops.ts'
import { createSessionFile } from '#server/ops/session-file.ts'
import { createTerminal } from '#server/ops/terminal.ts'
import type { Config } from '#server/platform/config.ts'
import type { TestDatabase } from './database.ts'

export type Person = { readonly name: string; readonly secret: string; readonly totpSecret: string }
/** Resolves to the first group of a pattern, once the command has printed it. */
type Printed = (pattern: RegExp) => Promise<string>
type Answer = string | ((printed: Printed) => Promise<string>)
type Typed = { readonly answers?: readonly Answer[]; readonly run?: RunAction }

export class OperatorDesk {
  readonly #db: TestDatabase
  readonly #config: Config
  readonly #folder: string

  private constructor(db: TestDatabase, config: Config, folder: string) {
    this.#db = db
    this.#config = config
    this.#folder = folder
  }

  /** Opens an environment with operators, by default PROD, where every command needs an operator account. */
  static async open(
    db: TestDatabase,
    config: Config,
    environment: Config['environment'] = 'PROD',
  ): Promise<OperatorDesk> {
    // The run's folder is deleted as a whole, so a failing test leaves nothing behind.
    const folder = await mkdtemp(path.join(inject('dataDir'), 'desk-'))
    return new OperatorDesk(db, { ...config, environment }, folder)
  }

  get sessionPath(): string {
    return path.join(this.#folder, 'state', 'desk.session')
  }

  async run(command: string | readonly string[], { answers = [], run }: Typed = {}): Promise<string> {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    let all = ''
    stdout.on('data', (chunk: Buffer) => (all += chunk.toString()))
    const printed: Printed = async (pattern) => {
      for (;;) {
        const found = pattern.exec(all)?.[1]
        if (found !== undefined) return found
        await once(stdout, 'data')
      }
    }
    async function* type() {
      for (const answer of answers) yield `${typeof answer === 'string' ? answer : await answer(printed)}\n`
    }
    const stdin = Readable.from(type())
    const terminal = createTerminal({ stdin, stdout, stderr })
    const argv = typeof command === 'string' ? command.split(' ') : command
    try {
      await runOps(argv, {
        terminal,
        ...(run && { run }),
        open: async () => ({
          config: this.#config,
          database: this.#db.database,
          sessionFile: createSessionFile(this.sessionPath),
          close: async () => {},
        }),
      })
    } finally {
      terminal.close()
      stdout.end()
      stderr.end()
    }
    return all + (await text(stderr))
  }

  /** Returns an unused TOTP code by resetting the last used step in the database. */
  async code({ name, totpSecret }: Person): Promise<string> {
    await this.#db.asOwner('update operators set last_totp_step = 0 where name = $1', [name])
    return codeOf(totpSecret)
  }

  async signIn(person: Person): Promise<string> {
    return this.run(['login', '--name', person.name], { answers: [person.secret, await this.code(person)] })
  }

  async accept(name: string, printed: string): Promise<Person> {
    const [, link = ''] = /Invitation link: (\S+)/.exec(printed) ?? []
    return this.#enrol(name, ['login', '--invitation'], [link])
  }

  async firstOwner(name = 'ann', ...more: readonly string[]): Promise<Person> {
    return this.#enrol(name, ['operator', 'create-first', '--name', name, ...more])
  }

  async #enrol(name: string, command: readonly string[], before: readonly string[] = []): Promise<Person> {
    const secret = `a secret of their own ${name.length}`
    let totpSecret = ''
    const code: Answer = async (printed) => {
      totpSecret = await printed(/Key for the authenticator app: (\S+)/)
      return codeOf(totpSecret)
    }
    await this.run(command, { answers: [...before, secret, secret, code] })
    return { name, secret, totpSecret }
  }

  async hire(name: string, role: OperatorRole): Promise<{ desk: OperatorDesk; person: Person }> {
    const printed = await this.runAlone(['operators', 'invite', '--name', name, '--role', role])
    const desk = await OperatorDesk.open(this.#db, this.#config, this.#config.environment)
    return { desk, person: await desk.accept(name, printed) }
  }

  /** Runs a command as the only owner; approval is granted a day later. */
  async runAlone(command: string | readonly string[]): Promise<string> {
    const printed = await this.run(command)
    const [, id] = /approvals grant --id (\S+)/.exec(printed) ?? []
    if (id === undefined) return printed
    await this.#db.asOwner(`update operator_proposals set prepared_at = prepared_at - interval '1 day' where id = $1`, [
      id,
    ])
    return this.run(['approvals', 'grant', '--id', id])
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true })
  }
}

export const codeOf = (totpSecret: string, at = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(totpSecret), digits: 6, period: 30 }).generate({ timestamp: at })

import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import type { ConsoleAct, ConsoleKept, ConsoleOutcome, Meanwhile } from '#shared/console.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { isFactorFresh } from '#server/modules/operators/operators.rules.ts'
import { comparedOf, wireOf, type Ran, type Wish } from '#server/operator/carry-out.ts'
import { runAction } from '#server/operator/run-action.ts'
import type { Seen } from '#server/operator/effects.rules.ts'
import { operatorOf } from '#server/workflows/operators/sign-in-operator.ts'
import { say, sayAll } from '#text/say.ts'
import { answerConsoleError, ConsoleError, readerOf, sendRefusal } from './console-error.ts'
import { requireSignedIn, type ConsoleDeps, type SignedIn } from './console-session.ts'
import { answer, hasSentProgress, sendProgress } from './send-progress.ts'
import type { Edited } from '#server/platform/act.ts'

export const expectation = Type.String({ maxLength: 100 })

const body = Type.Object({
  input: Type.Record(Type.String(), Type.Unknown()),
  mode: Type.Enum(['read', 'preview', 'act']),
  expect: Type.Optional(expectation),
  seen: Type.Optional(Type.String({ maxLength: 2_000_000 })),
  key: Type.Optional(Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })),
})
const bodyLimitBytes = 12 * 1024 * 1024
const maxSteps = 10_000
/**
 * Maximum number of actions per process that read whole tables at the same time; each operator can run one of each
 * kind.
 */
const mostLong = 2

type ActionCall = { Params: { name: string }; Body: ConsoleAct }
type ActionRequest = FastifyRequest<ActionCall>

export function registerActions(api: FastifyInstance, deps: ConsoleDeps): void {
  const { database, reads, cookie, config } = deps
  const long = new Set<string>()
  api.post<ActionCall>(
    '/actions/:name',
    {
      bodyLimit: bodyLimitBytes,
      schema: { body },
      onRequest: async (request) => void (request.operator = await requireSignedIn(database, cookie, request)),
    },
    async (request, reply) => {
      try {
        return await carry(request, reply)
      } catch (error) {
        if (!hasSentProgress(request)) throw error
        return answerConsoleError(error as Error, request, reply)
      }
    },
  )

  async function carry(request: ActionRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token, session } = request.operator as SignedIn
    // Some actions take minutes without sending anything, so this disables the idle timeout. Requests injected by tests
    // have no network socket.
    if (request.raw.socket instanceof Socket) request.raw.socket.setTimeout(0)
    const { input, mode, expect, seen, key } = request.body
    const name = nameOf(request.params.name)
    const action: OperatorAction = operatorActions[name]
    if (action.onlyByCommand) throw new ConsoleError('OnlyByCommand')
    if ((action.kind === 'read') !== (mode === 'read')) throw new AppError('InvalidInput', { mode: 'Invalid' })
    const isLong = action.kind === 'read' && action.stream !== undefined
    const steps: unknown[] = []
    let stepCount = 0
    const isConfirmed = async () => {
      const current = await requireSignedIn(database, cookie, request)
      return current.token === token && isFactorFresh(current.session.factorAt, current.session.now)
    }
    const wish: Wish = {
      database,
      reads,
      config,
      operator: { ...operatorOf(session), role: session.role },
      preview: mode === 'preview',
      isConfirmed,
      confirm: async () => {
        if (!(await isConfirmed())) throw new ConsoleError('FactorNeeded')
        return { ok: true, value: null }
      },
      emit: (step) => {
        if (!isLong) return sendProgress(request, reply, (step as { done: number }).done)
        stopIfGone(request)
        stepCount += 1
        if (stepCount <= maxSteps) steps.push(step)
      },
      expect,
      seen: readSeen(seen),
      submission: key,
    }
    const run = () => runAction(name, async () => input, wish)
    const ran = isLong ? await runAlone(long, `${name} ${session.operatorId}`, run) : await run()
    if (!ran.ok && ran.refusal.edited)
      throw new ConsoleError('EditedMeanwhile', { kept: savedToWire(ran.refusal.edited) })
    if (!ran.ok) return sendRefusal(request, reply, ran.refusal)
    if (stepCount > maxSteps) throw new ConsoleError('TooManyRows')
    const outcome = outcomeOf(name, ran.value, steps, readerOf(request))
    if (ran.value.isOther) throw new ConsoleError('EffectsChanged', { outcome })
    return answer(request, reply, 200, outcome)
  }
}

async function runAlone<T>(running: Set<string>, key: string, run: () => Promise<T>): Promise<T> {
  if (running.has(key) || running.size >= mostLong) throw new ConsoleError('StillRunning')
  running.add(key)
  try {
    return await run()
  } finally {
    running.delete(key)
  }
}

function stopIfGone({ raw: { socket } }: FastifyRequest): void {
  if (socket.destroyed) throw Object.assign(new Error('the browser left'), { statusCode: 499 })
}

export function nameOf(name: string): ActionName {
  if (Object.hasOwn(operatorActions, name)) return name as ActionName
  throw new AppError('NotFound')
}

/**
 * Formats sentences for display only. `seen` stays data, because it is compared when the operator confirms, perhaps in
 * another language.
 */
function outcomeOf(name: ActionName, ran: Ran, steps: readonly unknown[], language: Language): ConsoleOutcome {
  const { input, output, rehearsed, meanwhile = [] } = ran
  const takesTwo = ran.takesTwo ? say(language, ran.takesTwo) : null
  const proposal = ran.proposal && { ...ran.proposal, why: say(language, ran.proposal.why) }
  if (!rehearsed) return { input, output: sayAll(language, output), seen: null, takesTwo, proposal, steps }
  const at = rehearsed === 'in parts' ? null : rehearsed
  const seen = at && JSON.stringify({ effects: comparedOf(name, output), at })
  return {
    input,
    output: sayAll(language, wireOf(name, output)),
    seen,
    takesTwo,
    proposal,
    steps,
    ...(ran.isOther && { meanwhile: meanwhileToWire(meanwhile) }),
  }
}

function readSeen(text: string | undefined): Seen | undefined {
  if (text === undefined) return undefined
  try {
    const { effects, at } = JSON.parse(text) as { effects: unknown; at: string }
    const moment = new Date(at)
    if (!Number.isNaN(moment.getTime())) return { effects, at: moment }
  } catch {}
  throw new AppError('InvalidInput', { seen: 'Invalid' })
}

const meanwhileToWire = (meanwhile: Edited['meanwhile']): Meanwhile =>
  meanwhile.map(({ at, ...done }) => ({ at: at.toISOString(), ...done }))

export const savedToWire = ({ meanwhile, ...opened }: Edited): ConsoleKept => ({
  ...opened,
  meanwhile: meanwhileToWire(meanwhile),
})

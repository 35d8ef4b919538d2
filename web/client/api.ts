import { webDeviceId } from '#shared/api-values.ts'
import type { Input, Output } from '#shared/contract/call.ts'
import type { CustomerContract } from '#shared/contract/customer.ts'
import type { Envelope, ErrorData, ErrorStatus } from '#shared/errors.ts'
import { headerOfLanguage } from '#shared/language.ts'
import { showToast } from '#ui/toast.ts'
import { fetchApi } from '#web/client/api-host.ts'
import { ApiError, expiredText, networkErrorText } from '#web/client/api-error.ts'
import { callTraits, type CallPath } from '#web/client/call-traits.ts'
import { readPageData } from '#web/client/page-data.ts'
import { emitRedirectToLogin } from '#web/client/redirect-to-login.ts'
import { isClockWrong, learnServerTime } from '#web/client/server-clock.ts'
import { signCall } from '#web/client/signature.ts'
import { forgetToken, storeToken, storedRegisterToken, storedToken } from '#web/client/tokens.ts'

type Options = {
  /** True if the caller shows errors itself, so that no toast appears. */
  readonly handlesErrors?: boolean
  readonly token?: string
  readonly takeToken?: (pragma: string | null) => void
}
export type CallInput<P extends CallPath> = Input<CustomerContract[P]>
export type CallOutput<P extends CallPath> = Output<CustomerContract[P]>

let visit = new AbortController()
/**
 * Cancels all running calls: each rejects with an `AbortError`, without a toast. Called when a session ends, because
 * calls that reach the server after that would be refused.
 */
export function abandonCalls(): void {
  visit.abort()
  visit = new AbortController()
}

/** Token to send with a call. A register token is only valid for the user-info call, so no other call gets it. */
const tokenFor = (path: CallPath): string | null =>
  storedToken() ?? (path === '/api/system/system_user_info' ? storedRegisterToken() : null)

/**
 * Makes one call of the customer API. Resolves with `data`. Rejects with an `ApiError`, which it shows in a toast
 * unless `handlesErrors` is set. `Unauthorized` on any call but a login shows no toast: it forgets the session token
 * and emits `redirect-to-login`.
 */
export async function api<P extends CallPath>(
  path: P,
  input: CallInput<P>,
  { handlesErrors = false, ...options }: Options = {},
): Promise<CallOutput<P>> {
  try {
    return await sendInTime(path, input, options).catch(async (error: unknown) => {
      // After too many attempts from this network, the server accepts the call only with a proof of work.
      if (!(error instanceof ApiError) || !error.next.work) throw error
      const { solveWork } = await import('#shared/solve-work.ts')
      return sendInTime(path, input, { ...options, work: await solveWork(error.next.work) })
    })
  } catch (error) {
    const expected = error instanceof ApiError
    const sessionEnded = expected && error.status === 'Unauthorized' && !callTraits[path]?.login
    if (sessionEnded) emitRedirectToLogin(path)
    else if (expected && !handlesErrors)
      showToast({ kind: 'error', text: error.message, language: readPageData().language })
    throw error
  }
}

type SendOptions = Pick<Options, 'takeToken'> & { token?: string | null; work?: string }

/**
 * Delay before a refused call is signed again. Just after the database starts, a fresh signature may still count as
 * older than the start, because the two clocks differ a little.
 */
const signAgainAfterMs = 150

/**
 * Sends a call. If the server refuses the signature, the call was not carried out, so it is signed and sent once more
 * with the server time from the refusal. A second refusal blames the device's clock unless that is known to be right.
 */
async function sendInTime<P extends CallPath>(
  path: P,
  input: CallInput<P>,
  options: SendOptions,
): Promise<CallOutput<P>> {
  const isExpired = (error: unknown) => error instanceof ApiError && error.status === 'InvalidSignature'
  try {
    return await send(path, input, options)
  } catch (first) {
    if (!isExpired(first)) throw first
    await new Promise((resolve) => setTimeout(resolve, signAgainAfterMs))
    return await send(path, input, options).catch((second: unknown) => {
      if (!isExpired(second) || isClockWrong() !== false) throw second
      throw new ApiError('InvalidSignature', expiredText[readPageData().language])
    })
  }
}

async function send<P extends CallPath>(
  path: P,
  input: CallInput<P>,
  { token = tokenFor(path), takeToken = storeToken, work }: SendOptions,
): Promise<CallOutput<P>> {
  const { apiPrefix, language, signingKey } = readPageData()
  const { signed, login } = callTraits[path] ?? {}
  const abandoned = visit.signal
  const body = signed ? { ...input, signature: await signCall(signingKey ?? '') } : input
  const headers = {
    'content-type': 'application/json',
    platform: 'web',
    language: headerOfLanguage(language),
    deviceId: webDeviceId,
    ...(token !== null && { Authorization: token }),
    ...(work !== undefined && { work }),
  }

  let response: Response
  let envelope: Envelope<unknown>
  try {
    const sentAt = Date.now()
    response = await fetchApi(apiPrefix + path, { method: 'POST', headers, body: JSON.stringify(body) }, abandoned)
    learnServerTime(response.headers.get('date'), sentAt)
    // Treats an HTML page of a gateway or a truncated body as no answer.
    envelope = (await response.json()) as Envelope<unknown>
  } catch {
    if (abandoned.aborted) throw new DOMException('the session has ended', 'AbortError')
    throw new ApiError('NetworkError', networkErrorText[language])
  }
  if (typeof envelope?.code !== 'number') throw new ApiError('NetworkError', networkErrorText[language])

  if (envelope.code !== 200) {
    if (envelope.status === 'Unauthorized' && !login && token !== null) forgetToken(token)
    const data = envelope.data as ErrorData
    throw new ApiError(
      envelope.status as ErrorStatus,
      envelope.msg || envelope.status,
      data?.fields,
      data?.requestId ?? null,
      data ?? {},
      envelope.code,
    )
  }
  takeToken(response.headers.get('pragma'))
  return envelope.data as CallOutput<P>
}

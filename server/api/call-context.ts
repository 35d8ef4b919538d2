import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPlatform, type Platform } from '#shared/codes.ts'
import { deviceNameMaxLength } from '#shared/device-codes.ts'
import { AppError } from '#shared/errors.ts'
import { languageOfHeader, type Language } from '#shared/language.ts'
import { isBlank, withoutUnseen } from '#shared/visible-text.ts'
import type { Signal } from '#server/modules/risk/signals.rules.ts'
import type { Session } from '#server/modules/sessions/sessions.service.ts'
import type { Device, DeviceIdReader } from '#server/platform/device-ids.ts'
import { nameBrowser } from '#server/platform/browser-name.ts'
import { networkOf, widthsOf } from '#server/platform/network.ts'
import type { Caller } from '#server/deps/identity-deps.ts'

/** What a handler may know of the request beside its input. */
export type CallContext = {
  readonly language: Language
  readonly platform: Platform
  /** The decoded device id; throws `DeviceIdInvalid` where a native app sent something else. */
  readonly deviceId: string
  /** The same with what the app says of its device. */
  readonly device: Device
  /** Device and network, for whatever counts tries. The network is never stored as it is. */
  readonly caller: Caller
  /** Whether a phone asks: an app on one, or a browser that says so. Providers have a payment page of their own for those. */
  readonly isPhone: boolean
  /** For the call to a provider that asks for it; never stored. */
  readonly clientIp: string
  readonly requestId: string
  /** The caller's user id; throws `Unauthorized` where no one is signed in. */
  readonly userId: string
  readonly session: Session | null
  /** Hands a token to the client in the header `pragma`, and to a browser the mark of one that this account knows. */
  issueToken(token: string, uid: number): void
}

const first = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header

export const languageOf = (request: FastifyRequest): Language => languageOfHeader(first(request.headers.language))

const isPhone = (request: FastifyRequest, platform: Platform): boolean =>
  platform === 'ios' ||
  platform === 'android' ||
  first(request.headers['sec-ch-ua-mobile']) === '?1' ||
  /Mobi|iPhone|Android/.test(request.headers['user-agent'] ?? '')

export const platformOf = (request: FastifyRequest): Platform => {
  const platform = first(request.headers.platform)
  return isPlatform(platform) ? platform : 'web'
}

/** Header values are Latin-1: names come percent-encoded. What cannot be read, or seen, is no name. */
function readText(header: string | undefined, maxLength: number): string | undefined {
  if (!header) return undefined
  try {
    const text = [...withoutUnseen(decodeURIComponent(header)).trim()].slice(0, maxLength).join('')
    return isBlank(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** What the deployment knows about callers. */
export type CallerKnowledge = {
  readonly readDeviceId: DeviceIdReader
  /** Whether an address is an exit of the operator's own. */
  readonly isExit: (address: string | undefined) => boolean
  /** The cookie that marks a browser for an account that signed in there. */
  readonly markBrowser: (cookies: string | undefined, uid: number) => string
  readonly signNetwork: (network: { widths: readonly string[]; isExit: boolean }) => readonly Signal[]
}
type Incoming = { request: FastifyRequest; reply: FastifyReply; session: Session | null; knowledge: CallerKnowledge }

export function createContext({ request, reply, session, knowledge }: Incoming): CallContext {
  const { readDeviceId, isExit, markBrowser, signNetwork } = knowledge
  const platform = platformOf(request)
  const deviceId = () => readDeviceId(platform, first(request.headers.deviceid) ?? '')
  return {
    language: languageOf(request),
    platform,
    get deviceId() {
      return deviceId()
    },
    get device() {
      return {
        platform,
        deviceId: deviceId(),
        osVersion: readText(first(request.headers.osversion), 32),
        deviceName: readText(first(request.headers.devicename), deviceNameMaxLength),
      }
    },
    get caller() {
      return {
        ...this.device,
        agent: platform === 'web' ? nameBrowser(request.headers['user-agent']) : undefined,
        network: networkOf(request.ip),
        widths: widthsOf(request.ip),
        isExit: isExit(request.ip),
        cookies: request.headers.cookie,
        signals: () => signNetwork({ widths: widthsOf(request.ip), isExit: isExit(request.ip) }),
        work: first(request.headers.work),
      }
    },
    isPhone: isPhone(request, platform),
    clientIp: request.ip,
    requestId: request.id,
    session,
    get userId() {
      if (!session) throw new AppError('Unauthorized')
      return session.userId
    },
    issueToken(token, uid) {
      reply.header('pragma', token)
      if (platform === 'web') reply.header('set-cookie', markBrowser(request.headers.cookie, uid))
    },
  }
}

/** Whose session makes the call, and which one it is; throws `Unauthorized` where no one is signed in. */
export function whoOf({ session }: CallContext): { userId: string; sessionId: string } {
  if (!session) throw new AppError('Unauthorized')
  return { userId: session.userId, sessionId: session.sessionId }
}

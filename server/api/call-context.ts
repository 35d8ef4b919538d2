import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPlatform, type Platform } from '#shared/api-values.ts'
import { deviceNameMaxLength } from '#shared/device-codes.ts'
import { AppError } from '#shared/errors.ts'
import { languageOfHeader, type Language } from '#shared/language.ts'
import { isBlank, replaceInvisibleCharacters } from '#shared/visible-text.ts'
import type { Signal } from '#server/modules/risk/signals.rules.ts'
import type { Session } from '#server/modules/sessions/sessions.service.ts'
import { type Device, type DeviceIdReader, nameBrowser } from '#server/platform/device-ids.ts'
import { networkOf, widthsOf } from '#server/platform/network.ts'
import type { Caller } from '#server/deps/identity-deps.ts'

export type CallContext = {
  readonly language: Language
  readonly platform: Platform
  /** Decoded device id. Throws `DeviceIdInvalid` if a native app sent an invalid one. */
  readonly deviceId: string
  readonly device: Device
  /**
   * Device and network of the caller, for rate limits. The sign-in history stores a coarse form of the network for a
   * day; otherwise only keyed digests of it are stored.
   */
  readonly caller: Caller
  /** True for phone apps and mobile browsers, for which payment providers have separate pages. */
  readonly isPhone: boolean
  /** IP address of the caller. It is passed to providers that require it and shown to the caller, but never stored. */
  readonly clientIp: string
  readonly requestId: string
  /** User id of the caller; reading it throws `Unauthorized` if the caller is not signed in. */
  readonly userId: string
  readonly session: Session | null
  /** Operator whose rehearsal this browser shows, or null. */
  readonly rehearsalOf: string | null
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

/**
 * Decodes a percent-encoded header, because plain header values are limited to Latin-1. Undefined if it is malformed or
 * blank.
 */
function readText(header: string | undefined, maxLength: number): string | undefined {
  if (!header) return undefined
  try {
    const text = [...replaceInvisibleCharacters(decodeURIComponent(header)).trim()].slice(0, maxLength).join('')
    return isBlank(text) ? undefined : text
  } catch {
    return undefined
  }
}

export type CallerKnowledge = {
  readonly readDeviceId: DeviceIdReader
  readonly isExit: (address: string | undefined) => boolean
  readonly markBrowser: (cookies: string | undefined, uid: number) => string
  readonly signNetwork: (network: { widths: readonly string[]; isExit: boolean }) => readonly Signal[]
}
type Incoming = {
  request: FastifyRequest
  reply: FastifyReply
  session: Session | null
  knowledge: CallerKnowledge
  rehearsalOf: string | null
}

export function createContext({ request, reply, session, knowledge, rehearsalOf }: Incoming): CallContext {
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
        // Omits risk signals in a rehearsal, because the network of an operator says nothing about customers.
        signals: () =>
          rehearsalOf === null && session?.isTest !== true
            ? signNetwork({ widths: widthsOf(request.ip), isExit: isExit(request.ip) })
            : [],
        work: first(request.headers.work),
        rehearsalOf,
      }
    },
    isPhone: isPhone(request, platform),
    clientIp: request.ip,
    requestId: request.id,
    session,
    rehearsalOf,
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

export function callerOf({ session }: CallContext): { userId: string; sessionId: string } {
  if (!session) throw new AppError('Unauthorized')
  return { userId: session.userId, sessionId: session.sessionId }
}

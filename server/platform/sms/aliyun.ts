import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { AliyunSmsConfig } from '../config.ts'
import { DeliveryFailed, DeliveryRefused } from '../delivery.ts'
import { readJson, isRecord } from '../read-body.ts'
import { maxSmsAnswerBytes, smsTimeoutMs, type SmsSender } from './port.ts'

const sendSms = { action: 'SendSms', version: '2017-05-25' }
const algorithm = 'ACS3-HMAC-SHA256'
/** Codes of permanent errors, such as an invalid number or too many messages to it, after which a retry is useless. */
const final =
  /^isv\.(MOBILE_NUMBER_ILLEGAL|MOBILE_COUNT_OVER_LIMIT|BUSINESS_LIMIT_CONTROL|DENY_IP_RANGE|BLACK_KEY_CONTROL_LIMIT|INVALID_PARAMETERS)/

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/**
 * Percent-encodes as RFC 3986 demands, which is stricter than encodeURIComponent, because Aliyun computes its signature
 * so.
 */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Calls `SendSms` of Aliyun's Dysmsapi (signature version 3) directly, because the SDK would add dozens of packages for
 * one call.
 */
export function createAliyunSender(config: AliyunSmsConfig): SmsSender {
  const { host } = new URL(config.endpoint)
  return async ({ id, to, code }) => {
    const template = code === null ? config.noticeTemplate : config.codeTemplate
    if (!template) throw new DeliveryRefused('aliyun: no template for notices')
    const query = canonicalQuery({
      OutId: id,
      PhoneNumbers: to.replace(/^\+86/, ''),
      SignName: config.signName,
      TemplateCode: template,
      ...(code !== null && { TemplateParam: JSON.stringify({ code }) }),
    })
    const headers = signedHeaders({ host, query, service: sendSms, date: new Date(), nonce: randomUUID(), config })
    const answer = await post(`${config.endpoint}/?${query}`, headers)
    if (answer === 'OK') return
    if (final.test(answer)) throw new DeliveryRefused(`aliyun: ${answer}`)
    throw new DeliveryFailed(`aliyun: ${answer}`)
  }
}

const canonicalQuery = (parameters: Record<string, string>): string =>
  Object.entries(parameters)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')

type Signing = {
  host: string
  query: string
  service: { action: string; version: string }
  date: Date
  nonce: string
  config: Pick<AliyunSmsConfig, 'accessKeyId' | 'accessKeySecret'>
}

export function signedHeaders({ host, query, service, date, nonce, config }: Signing): Record<string, string> {
  const headers: Record<string, string> = {
    host,
    'x-acs-action': service.action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': date.toISOString().replace(/\.\d{3}/, ''),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': service.version,
  }
  const names = Object.keys(headers).toSorted()
  const canonical = [
    'POST',
    '/',
    query,
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    sha256(''),
  ]
  const toSign = `${algorithm}\n${sha256(canonical.join('\n'))}`
  const signature = createHmac('sha256', config.accessKeySecret).update(toSign).digest('hex')
  const authorization = `${algorithm} Credential=${config.accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`
  return { ...headers, authorization }
}

async function post(url: string, headers: Record<string, string>): Promise<string> {
  try {
    const signal = AbortSignal.timeout(smsTimeoutMs)
    const response = await fetch(url, { method: 'POST', headers, signal, redirect: 'error' })
    const answer = await readJson(response, maxSmsAnswerBytes)
    return isRecord(answer) && typeof answer.Code === 'string' ? answer.Code.slice(0, 80) : `HTTP ${response.status}`
  } catch (error) {
    throw new DeliveryFailed(`aliyun: ${error instanceof Error ? error.name : 'unreachable'}`)
  }
}

import Type from 'typebox'
import { epayGateways, type EpayGateway } from '#shared/providers.ts'
import { address, text, url, type Text } from './describe-setting.ts'

type EpayPart =
  | 'GATEWAY'
  | 'PID'
  | 'VERSION'
  | 'METHODS'
  | 'OPENS'
  | 'REFUNDS'
  | 'KEY_FILE'
  | 'KEY_STYLE'
  | 'PRIVATE_KEY_FILE'
  | 'PLATFORM_KEY_FILE'
type EpaySettings = Record<`${Uppercase<EpayGateway>}_${EpayPart}`, Text>

const epayDescriptions: Readonly<Record<EpayPart, string>> = {
  GATEWAY:
    'Address of an EPay (易支付) gateway, such as https://pay.example/. docs/providers.md says what this protocol cannot promise. Up to three gateways, each with these settings: EPAY1_…, EPAY2_…, EPAY3_….',
  PID: 'The merchant number (pid) there.',
  VERSION: 'V1 signs by MD5 with a shared key, V2 by RSA. Take V2 if the gateway has it.',
  METHODS: 'Methods that it serves: alipay, wechat, or both separated by a comma.',
  OPENS:
    "page sends buyers to the gateway's own page; api asks it for a code to show at the checkout, which not every gateway offers.",
  REFUNDS:
    'on if the gateway has enabled refunds by API for this merchant. V1 then refunds whole payments only, V2 also parts.',
  KEY_FILE:
    'V1: the shared key, in a file. To change it, name two files separated by a comma: the first signs, both are accepted.',
  KEY_STYLE: 'V1: named if the gateway signs with &key= before the key.',
  PRIVATE_KEY_FILE: "V2: the merchant's RSA private key, PEM or base64.",
  PLATFORM_KEY_FILE:
    "V2: the gateway's RSA public key, PEM or base64; several files separated by commas while it changes.",
}

/**
 * Settings of all EPay gateways. Only those of the first gateway have descriptions, because the others have the same
 * settings.
 */
export function describeEpay(https: readonly string[]): EpaySettings {
  const ofGateway = (prefix: Uppercase<EpayGateway>): Record<EpayPart, Text> => {
    const isFirst = prefix === 'EPAY1'
    const say = (part: EpayPart) => (isFirst ? epayDescriptions[part] : `Like EPAY1_${part}, at another gateway.`)
    const usedWith = `${prefix}_GATEWAY`
    const neededWith = usedWith
    const choice = (part: EpayPart, ...allowed: readonly [string, string]): Text =>
      Type.Optional(
        Type.Enum([...allowed], { description: say(part), ...address(allowed[0], usedWith) }),
      ) as unknown as Text
    return {
      GATEWAY: url(https, say('GATEWAY'), isFirst ? { title: 'EPay' } : {}),
      PID: text(say('PID'), { neededWith }),
      VERSION: choice('VERSION', 'V1', 'V2'),
      METHODS: text(say('METHODS'), address('alipay,wechat', usedWith)),
      OPENS: choice('OPENS', 'page', 'api'),
      REFUNDS: choice('REFUNDS', 'off', 'on'),
      KEY_FILE: text(say('KEY_FILE')),
      KEY_STYLE: choice('KEY_STYLE', 'plain', 'named'),
      PRIVATE_KEY_FILE: text(say('PRIVATE_KEY_FILE')),
      PLATFORM_KEY_FILE: text(say('PLATFORM_KEY_FILE')),
    }
  }
  return Object.fromEntries(
    epayGateways.flatMap((id) => {
      const prefix = id.toUpperCase() as Uppercase<EpayGateway>
      return Object.entries(ofGateway(prefix)).map(([part, schema]) => [`${prefix}_${part}`, schema])
    }),
  ) as EpaySettings
}

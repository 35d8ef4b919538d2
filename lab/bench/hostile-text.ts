import path from 'node:path'
import { chooseEncoding } from '#server/site/variants.ts'
import { chooseLanguage, parseAddress } from '#server/site/choose-language.ts'
import { isAdsCrawler } from '#server/site/ads-crawlers.ts'
import { readIdentifier } from '#server/modules/accounts/identifiers.rules.ts'
import { readOpaque } from '#server/modules/marketing/marketing.rules.ts'
import { createPayments } from '#server/modules/payments/create-payments.ts'
import { normalizeRedeemCode } from '#server/modules/redeem-codes/redeem-codes.rules.ts'
import { readReferralCode } from '#server/modules/referrals/referrals.rules.ts'
import { digestRecoveryCode } from '#server/modules/second-factors/second-factors.service.ts'
import { parseAddress as parseChainAddress } from '#shared/chain-address.ts'
import { readConfig } from '#server/platform/config.ts'
import { createDeviceIdReader } from '#server/platform/device-ids.ts'
import { networkOf } from '#server/platform/network.ts'
import { checkAccountName, normalizeCode, normalizeEmail } from '#shared/account-rules.ts'
import { foldCode, readInvite } from '#shared/typed-code.ts'
import { checkDeviceName } from '#shared/device-codes.ts'
import { cleanErrorReport } from '#shared/error-report.ts'
import { languageOfHeader } from '#shared/language.ts'
import { normalizePhone } from '#shared/phone.ts'
import { replaceInvisibleCharacters } from '#shared/visible-text.ts'
import { hostileShapes } from '../../tests/support/hostile-shapes.ts'

type Parser = (text: string) => unknown

/** Parsers of input that anyone can send. A thrown error means that the parser rejected the text. */
function publicParsers(dataDir: string): Record<string, Parser> {
  const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: path.resolve(dataDir), LOG_LEVEL: 'silent' })
  const payments = createPayments(config)
  const readDeviceId = createDeviceIdReader(config.deviceIdKey)
  const notification = (id: 'alipay' | 'wechat' | 'unionpay' | 'stripe') => (text: string) =>
    payments
      .byId(id)
      .parseNotification({ raw: Buffer.from(text), headers: { 'stripe-signature': text }, now: new Date() })
  return {
    'error report, message': (text) => cleanErrorReport({ kind: 'error', message: text, stack: '', place: '/' }),
    'error report, stack': (text) => cleanErrorReport({ kind: 'error', message: '', stack: text, place: '/' }),
    'error report, place': (text) => cleanErrorReport({ kind: 'error', message: '', stack: '', place: text }),
    'account name': checkAccountName,
    email: normalizeEmail,
    'phone number': (text) => normalizePhone(text, 'CN'),
    identifier: (text) => readIdentifier('email', text),
    'code by mail': normalizeCode,
    'promo code': foldCode,
    'redeem code': normalizeRedeemCode,
    'recovery code': digestRecoveryCode,
    'invite code': readInvite,
    'referral code': readReferralCode,
    'campaign parameter': readOpaque,
    'chain address': (text) => parseChainAddress('tron', text),
    'device name': checkDeviceName,
    'name in a header': replaceInvisibleCharacters,
    'device id': (text) => readDeviceId('ios', text),
    'forwarded address': networkOf,
    'language header': languageOfHeader,
    'cookies and languages of a visit': (text) => chooseLanguage(null, text, text),
    'address of a page': parseAddress,
    'accepted encodings': chooseEncoding,
    'user agent': (text) => isAdsCrawler(text, ['AdsBot-Google']),
    'JSON body': (text) => JSON.parse(text),
    'notification of Alipay': notification('alipay'),
    'notification of WeChat Pay': notification('wechat'),
    'notification of UnionPay': notification('unionpay'),
    'notification of Stripe': notification('stripe'),
  }
}

const time = (parse: Parser, text: string): number => {
  const rounds = 5
  const times = Array.from({ length: rounds }, () => {
    const startedAt = performance.now()
    try {
      parse(text)
    } catch {
      // The parser rejected the text, which is fine.
    }
    return performance.now() - startedAt
  })
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
}

/**
 * Measures the slowest input shape of each parser with 4 kB and 8 kB. A parser that takes linear time needs twice as
 * long for 8 kB.
 */
export function measureHostileTexts(
  dataDir: string,
): Record<string, { shape: string; '4 kB, ms': number; '8 kB, ms': number }> {
  return Object.fromEntries(
    Object.entries(publicParsers(dataDir)).map(([name, parse]) => {
      const costs = Object.entries(hostileShapes).map(([shape, make]) => ({ shape, ms: time(parse, make(4_096)) }))
      const worst = costs.toSorted((a, b) => b.ms - a.ms)[0] ?? { shape: '', ms: 0 }
      const twice = time(parse, (hostileShapes[worst.shape] ?? String)(8_192))
      return [name, { shape: worst.shape, '4 kB, ms': round(worst.ms), '8 kB, ms': round(twice) }]
    }),
  )
}

const round = (ms: number): number => Math.round(ms * 1_000) / 1_000

import { platforms } from '#shared/api-values.ts'
import { upper } from '#server/platform/environment.ts'
import { merchant as alipayMerchant } from '../alipay/wire.ts'
import { epayPid } from '../epay/wire.ts'
import { unionpayMerchant } from '../unionpay/gateway.ts'
import { wechatMerchant } from '../wechat/gateway.ts'

const ofEach = (prefix: string, file: (platform: string) => string): Record<string, string>[] =>
  platforms.map((platform) => ({ [`${prefix}SIGNING_KEY_${upper(platform)}_FILE`]: file(platform) }))

/**
 * Values for unset settings outside PROD. Each part is used as a whole if its first setting is missing. Files are in
 * the folder of the demo keys; {port} and {mailPort} are those of the simulator.
 */
export const demoSettings = {
  always: [
    { SECRET_KEY_FILE: 'secret.key' },
    ...ofEach('', (platform) => `signing-${platform}.pem`),
    ...ofEach('COMPAT_', () => 'signing-compat.pem'),
  ],
  withSimulator: [
    { SMTP_URL: 'smtp://localhost:{mailPort}', MAIL_FROM: 'no-reply@wayfare.example' },
    {
      ALIPAY_APP_ID: alipayMerchant.appId,
      ALIPAY_SELLER_ID: alipayMerchant.sellerId,
      ALIPAY_PRIVATE_KEY_FILE: 'alipay-merchant-private.pem',
      ALIPAY_PUBLIC_KEY_FILE: 'alipay-provider-public.pem',
      ALIPAY_GATEWAY: 'http://localhost:{port}/alipay/gateway.do',
    },
    {
      WECHAT_MERCHANT_ID: wechatMerchant.merchantId,
      WECHAT_APP_ID: wechatMerchant.appId,
      WECHAT_CERT_SERIAL: wechatMerchant.serial,
      WECHAT_PRIVATE_KEY_FILE: 'wechat-merchant-private.pem',
      WECHAT_PLATFORM_KEY_ID: wechatMerchant.platformKeyId,
      WECHAT_PLATFORM_KEY_FILE: 'wechat-provider-public.pem',
      WECHAT_API_V3_KEY_FILE: 'wechat-v3.key',
      WECHAT_ENDPOINT: 'http://localhost:{port}/wechat/',
    },
    {
      UNIONPAY_MERCHANT_ID: unionpayMerchant.merchantId,
      UNIONPAY_CERT_ID: unionpayMerchant.certId,
      UNIONPAY_PRIVATE_KEY_FILE: 'unionpay-merchant-private.pem',
      UNIONPAY_ROOT_CERT_FILE: 'unionpay-root.pem',
      UNIONPAY_ENDPOINT: 'http://localhost:{port}/unionpay/',
      UNIONPAY_FILE_URL: 'http://localhost:{port}/unionpay/fileTransfer.do',
    },
    {
      STRIPE_SECRET_KEY_FILE: 'stripe-api.key',
      STRIPE_WEBHOOK_SECRET_FILE: 'stripe-endpoint.key',
      STRIPE_ENDPOINT: 'http://localhost:{port}',
    },
    {
      EPAY1_GATEWAY: 'http://localhost:{port}/epay1/',
      EPAY1_PID: epayPid.epay1,
      EPAY1_OPENS: 'api',
      EPAY1_REFUNDS: 'on',
      EPAY1_KEY_FILE: 'epay.key',
    },
    {
      EPAY2_GATEWAY: 'http://localhost:{port}/epay2/',
      EPAY2_PID: epayPid.epay2,
      EPAY2_VERSION: 'V2',
      EPAY2_OPENS: 'api',
      EPAY2_REFUNDS: 'on',
      EPAY2_PRIVATE_KEY_FILE: 'epay-merchant-private.pem',
      EPAY2_PLATFORM_KEY_FILE: 'epay-provider-public.pem',
    },
  ],
}

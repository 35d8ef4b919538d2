import Type, { type Static, type TProperties } from 'typebox'
import { platforms, type Platform } from '#shared/api-values.ts'
import { stripeEvents } from '#shared/connections.ts'
import { defaultDeviceIdKey } from '#shared/device-codes.ts'
import { describeEpay } from './describe-epay.ts'
import { address, text, url, type Notes, type Text } from './describe-setting.ts'

const port = (description: string, notes: Notes) => Type.Integer({ minimum: 1, maximum: 65_535, description, ...notes })
const hex32 = { pattern: '^[0-9a-fA-F]{32}$', allowed: '32 hex digits' } as const

export const upper = <P extends Platform>(platform: P) => platform.toUpperCase() as Uppercase<P>
type KeyNames<Prefix extends string> = Record<`${Prefix}SIGNING_KEY_${Uppercase<Platform>}_FILE`, Text>
const keysOfPlatforms = <Prefix extends string>(prefix: Prefix, first: Notes, each: Notes): KeyNames<Prefix> =>
  Object.fromEntries(
    platforms.map((platform, index) => [
      `${prefix}SIGNING_KEY_${upper(platform)}_FILE`,
      text(`Of ${platform}.`, { ...each, ...(index === 0 && first) }),
    ]),
  ) as KeyNames<Prefix>

const process = (production: boolean) => ({
  APP_ENV: Type.Enum(['DEV', 'TEST', 'PROD'], {
    title: 'The process',
    description:
      'PROD serves the API under /v4 (else /v4/test), and refuses demo keys, demo accounts and the simulator.',
    default: 'DEV',
  }),
  PORT: port('Where the server listens.', { default: 3000 }),
  HOST: text('The address on which it listens; 0.0.0.0 with APP_ENV=PROD.', {
    example: 'localhost',
    default: production ? '0.0.0.0' : 'localhost',
  }),
  PUBLIC_ORIGIN: url(
    ['https:', 'http:'],
    'The address that visitors and payment providers use. Required, and https, with APP_ENV=PROD; else http://localhost and PORT.',
    { example: 'http://localhost:3000', neededIn: 'PROD' },
  ),
  CONSOLE_ORIGIN: url(
    ['https:', 'http:'],
    'A host of its own for the operator console, which then answers there alone. Proxies hand the Host header on. Absent: /console on PUBLIC_ORIGIN.',
    { example: 'https://desk.example.com' },
  ),
  SECURITY_CONTACT: text(
    'Where people report a weakness, for /.well-known/security.txt. Absent: there is no such file.',
    {
      example: 'mailto:security@vpn.example',
      pattern: String.raw`^(?:mailto:[^\s@]{1,64}@[^\s@]{3,200}|https://\S{3,300})$`,
      allowed: 'an address that begins with mailto: or https://',
    },
  ),
  SECURITY_POLICY: url(['https:'], 'A page that says how reports are treated, named in that file.', {
    example: 'https://vpn.example/security',
    usedWith: 'SECURITY_CONTACT',
  }),
  DATA_DIR: text("Demo keys, the embedded database and the simulator's memory live here.", { default: './data' }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    description: 'JSON lines in TEST and PROD, readable ones in DEV.',
    default: 'info',
  }),
  JOBS: Type.Optional(
    Type.Enum(['on', 'apart', 'off'], {
      description:
        'on: this process also runs jobs. apart: a process beside it does, which it starts and ends. off: `npm run worker` does, elsewhere. Absent: apart in PROD, else on.',
    }),
  ),
  TRUST_PROXY: Type.Enum(['off', 'on', '1', '2', '3', '4', '5'], {
    description:
      'How many proxies of yours stand in front; on means 1, off none. So many addresses of X-Forwarded-For are believed, counted from the end. Too many, and anyone can claim an address; off behind a proxy, and all visitors share its limits.',
    unit: 'proxies',
    default: 'off',
  }),
  EXIT_NETWORKS: text(
    "The networks of your own VPN's exits, by commas. Many customers share each: limits by network are wider there, and beyond them a browser solves a small proof of work instead of being refused. Customers who check their connection from there are told that they are connected.",
    { example: '203.0.113.0/24,2001:db8:5::/48' },
  ),
  TUNNEL_PULL_SECONDS: Type.Integer({
    description:
      'How often nodes ask who may use them: so long a purchase or a refund takes at most to reach them. Set 60 beyond ten thousand members.',
    unit: 'seconds',
    minimum: 1,
    maximum: 300,
    default: 15,
  }),
  NODE_PROGRAM_URL: text(
    'Folder from which the install line of a node gets V2bX: V2bX-linux-64.zip and V2bX-linux-arm64-v8a.zip. Use a copy on a host of yours where GitHub is not reached.',
    {
      pattern: '^https://[A-Za-z0-9.:/_~%-]+[^/]$',
      allowed: 'an https address without a slash at its end',
      example: 'https://files.example.com/v2bx',
    },
  ),
  NODE_PROGRAM_SHA256: text(
    'SHA-256 of both archives, amd64 and then arm64, by a comma. Absent: the sums beside the archives (.dgst) are used, which show a broken download but not a changed one.',
    {
      pattern: '^[0-9a-f]{64},[0-9a-f]{64}$',
      allowed: 'two sums of 64 hexadecimal digits',
      example: `${'0'.repeat(64)},${'0'.repeat(64)}`,
    },
  ),
  METRICS_PORT: Type.Optional(
    port('Where the server shows /metrics (Prometheus), /healthz and /readyz, apart from the shop. Absent: nowhere.', {
      title: 'Metrics',
      example: '9464',
    }),
  ),
  WORKER_METRICS_PORT: Type.Optional(port('The same for `npm run worker`. Absent: nowhere.', { example: '9465' })),
  METRICS_HOST: text('The address on which both listen. One that other machines reach needs METRICS_TOKEN.', {
    default: '127.0.0.1',
  }),
  METRICS_TOKEN: text('What has to be shown for /metrics, as Authorization: Bearer …; openssl rand -hex 24.', {
    pattern: '^[!-~]{24,200}$',
    allowed: '24 to 200 characters without a space',
  }),
  SIMULATOR: Type.Enum(['on', 'off'], {
    title: 'The gateway simulator',
    description:
      'It stands in for providers without an account. on in DEV and TEST; PROD refuses it. It listens on the port after PORT, and its outbox takes mail (SMTP) on the one after that; what was sent is shown at http://localhost:3001/outbox.',
    example: 'on',
    default: production ? 'off' : 'on',
  }),
  SIMULATOR_PORT: Type.Optional(port('In place of the port after PORT.', { example: '3001' })),
  SIMULATOR_MAIL_PORT: Type.Optional(port('In place of the port after SIMULATOR_PORT.', { example: '3002' })),
})

const database = () => ({
  DATABASE_URL: url(
    ['postgres:', 'postgresql:'],
    'PostgreSQL 16 or newer. Absent: the embedded PostgreSQL in DATA_DIR; required with APP_ENV=PROD. The application works as the role wayfare_app, which the first migration creates and grants to this login; a start says what is missing where it may not.',
    {
      title: 'The database',
      example: 'postgres://user:password@host:5432/wayfare',
      neededIn: 'PROD',
      neededWhy:
        'DATABASE_URL is missing: with APP_ENV=PROD the shop needs a PostgreSQL server of its own, not the embedded one.',
    },
  ),
  MIGRATION_DATABASE_URL: url(
    ['postgres:', 'postgresql:'],
    'A login that owns the schema, if the one above should not. Used for migrations alone.',
  ),
  DATABASE_READ_URL: url(
    ['postgres:', 'postgresql:'],
    'A streaming replica of the database. It answers Today, the months, exports, the ledger check and the API while it is at most a second behind; else the database above does. Its login is the same.',
  ),
  DATABASE_POOLING: Type.Enum(['session', 'transaction'], {
    description:
      'session: straight to PostgreSQL, or through PgBouncer in session mode. transaction: through a pooler that shares connections by transaction; it needs MIGRATION_DATABASE_URL, which then leads to PostgreSQL itself, and each statement costs more (docs/decisions/work-as-a-restricted-database-role.md).',
    default: 'session',
  }),
  DATABASE_CONNECTIONS: Type.Integer({
    description: 'As many as this process opens at most.',
    unit: 'connections',
    minimum: 1,
    maximum: 200,
    default: 10,
  }),
})

const keys = () => ({
  ...keysOfPlatforms(
    '',
    {
      title: 'Keys',
      description:
        'Private RSA keys (2048 bits, PKCS#8 PEM) of signed calls, one for each platform of clients. Made in DATA_DIR/keys outside PROD; required with APP_ENV=PROD: openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out signing-web.pem',
    },
    { neededIn: 'PROD' },
  ),
  CLIENT_COMPAT: Type.Enum(['on', 'off'], {
    description:
      "on: calls serve clients that were written against the original service as well (docs/decisions/serve-mirrors-and-original-clients-safely.md): signatures by PKCS#1 v1.5 under keys of their own, HTTP 200 with the envelope's code, every usual spelling of the language. It widens no right.",
    default: 'off',
  }),
  ...keysOfPlatforms(
    'COMPAT_',
    {
      description:
        'Private RSA keys (2048 bits, PKCS#8 PEM) of those signatures, for the platforms that have such clients; never one of the keys above. Outside PROD one is made in DATA_DIR/keys.',
    },
    {},
  ),
  SECRET_KEY_FILE: text(
    'Seals what the database must not tell (authenticator secrets, outgoing messages, codes): 64 hex digits in a file (openssl rand -hex 32), or several lines of them while a key is replaced (docs/deploy.md). Made in DATA_DIR/keys outside PROD; required with APP_ENV=PROD. Without it, server and worker do not start on an existing database.',
    { neededIn: 'PROD' },
  ),
  DEVICE_ID_KEY: text(
    'How native apps encode their device ids (AES-128-ECB). An encoding, not a secret; it must match the apps.',
    { ...hex32, example: defaultDeviceIdKey, default: defaultDeviceIdKey },
  ),
  OPERATOR_SESSION_FILE: text(
    "Where `npm run ops -- login` keeps an operator's sign-in, on the machine that commands are run from. Absent: a file for each PUBLIC_ORIGIN in $XDG_STATE_HOME/wayfare, or ~/.local/state/wayfare.",
  ),
  XDG_STATE_HOME: text('Set by the desktop, mostly.'),
})

const messages = (https: readonly string[]) => ({
  SMTP_URL: url(
    ['smtp:', 'smtps:'],
    "The mail server. Without one, here or in the console, PROD offers no email addresses; outside PROD mail goes to the simulator's outbox.",
    { title: 'Mail and SMS', example: 'smtp://user:password@host:587' },
  ),
  MAIL_FROM: text('Whom mail is from.', { example: 'no-reply@vpn.example', neededWith: 'SMTP_URL' }),
  SUPPORT_MAIL_ADDRESS: text(
    'Where answers to mails of support arrive; a part after + in its name must reach the same mailbox. Absent: mails say to answer in the account. docs/operate.md says how to set it up.',
    { example: 'support@reply.vpn.example', pattern: String.raw`^[^\s@+<>]{1,20}@[^\s@<>]{3,200}$` },
  ),
  SUPPORT_MAIL_SECRET: text('What the mail server shows when it hands such an answer on: 32 characters or more.', {
    pattern: String.raw`^\S{32,200}$`,
    neededWith: 'SUPPORT_MAIL_ADDRESS',
  }),
  SUPPORT_MAIL_AUTH_SERVER: text(
    'The name (authserv-id) in the Authentication-Results that this mail server writes. Only an answer that it says dmarc=pass of is taken for one of the address it names; absent: every sender is shown as not proven.',
    { example: 'mx.vpn.example', pattern: String.raw`^[^\s;()"]{1,255}$`, usedWith: 'SUPPORT_MAIL_ADDRESS' },
  ),
  ALIYUN_SMS_ACCESS_KEY_ID: text(
    "SMS to numbers of mainland China (+86) goes through Aliyun, all others through Twilio, which also stands in for Aliyun. Without either PROD offers no phone numbers; outside PROD SMS goes to the simulator's outbox.",
  ),
  ALIYUN_SMS_ACCESS_KEY_SECRET: text('The secret of that key.', { neededWith: 'ALIYUN_SMS_ACCESS_KEY_ID' }),
  ALIYUN_SMS_SIGN_NAME: text('The signature under which SMS are registered.', {
    neededWith: 'ALIYUN_SMS_ACCESS_KEY_ID',
  }),
  ALIYUN_SMS_CODE_TEMPLATE: text('The template for codes; its one parameter is code.', {
    example: 'SMS_123456789',
    neededWith: 'ALIYUN_SMS_ACCESS_KEY_ID',
  }),
  ALIYUN_SMS_NOTICE_TEMPLATE: text(
    'The template for notices ("this number has an account already"); it has no parameter. Absent: no notice is sent.',
  ),
  ALIYUN_SMS_ENDPOINT: url(
    https,
    'Where Aliyun is reached.',
    address('https://dysmsapi.aliyuncs.com', 'ALIYUN_SMS_ACCESS_KEY_ID'),
  ),
  TWILIO_ACCOUNT_SID: text('The account at Twilio.'),
  TWILIO_AUTH_TOKEN: text('Its token.', { neededWith: 'TWILIO_ACCOUNT_SID' }),
  TWILIO_FROM: text('A number in E.164, or the id of a messaging service (MG…).', { neededWith: 'TWILIO_ACCOUNT_SID' }),
  TWILIO_ENDPOINT: url(https, 'Where Twilio is reached.', address('https://api.twilio.com', 'TWILIO_ACCOUNT_SID')),
  SMS_DAILY_BUDGET: text(
    'SMS with codes by calling code; * is every country that is not named. Beyond it only email is left for that day, and the audit log says so. A fifth of each is kept for resetting passwords. `npm run ops -- sms spent` shows what was sent.',
    { unit: 'SMS a day (UTC)', example: 'total:2000,*:300' },
  ),
})

const alipay = { neededWith: 'ALIPAY_APP_ID' } as const
const wechat = { neededWith: 'WECHAT_MERCHANT_ID' } as const
const unionpay = { neededWith: 'UNIONPAY_MERCHANT_ID' } as const

const payments = (https: readonly string[]) => ({
  ALIPAY_APP_ID: text(
    "The app's id. With it the others of Alipay are required. This and all accounts down to EPay, mail and SMS can be entered in the console instead, under System › Connections; what is set here wins.",
    { title: 'Alipay' },
  ),
  ALIPAY_SELLER_ID: text("The merchant's own id.", alipay),
  ALIPAY_PRIVATE_KEY_FILE: text("The app's private key, PEM.", alipay),
  ALIPAY_PUBLIC_KEY_FILE: text("Alipay's public key, PEM.", alipay),
  ALIPAY_GATEWAY: url(
    https,
    'Where Alipay is reached.',
    address('https://openapi.alipay.com/gateway.do', 'ALIPAY_APP_ID'),
  ),
  WECHAT_MERCHANT_ID: text('The merchant, v3 of the API. With it the others of WeChat Pay are required.', {
    title: 'WeChat Pay',
  }),
  WECHAT_APP_ID: text("The app's id.", wechat),
  WECHAT_CERT_SERIAL: text("The serial number of the merchant's certificate.", wechat),
  WECHAT_PRIVATE_KEY_FILE: text("That certificate's private key, PEM.", wechat),
  WECHAT_PLATFORM_KEY_ID: text(
    "The id of WeChat's public key (PUB_KEY_ID_…), or the serial of the platform certificate. While one takes the place of another both sign: name several here and in the next setting, by commas and in the same order.",
    wechat,
  ),
  WECHAT_PLATFORM_KEY_FILE: text('That key, or that certificate, PEM.', wechat),
  WECHAT_API_V3_KEY_FILE: text('The key that opens notifications: 32 characters in a file.', wechat),
  WECHAT_ENDPOINT: url(
    https,
    'Where WeChat Pay is reached.',
    address('https://api.mch.weixin.qq.com/', 'WECHAT_MERCHANT_ID'),
  ),
  UNIONPAY_MERCHANT_ID: text('The merchant, ACP 5.1.0. With it the others of UnionPay are required.', {
    title: 'UnionPay',
  }),
  UNIONPAY_CERT_ID: text("The serial number, in decimal, of the merchant's certificate.", unionpay),
  UNIONPAY_PRIVATE_KEY_FILE: text("That certificate's private key, PEM.", unionpay),
  UNIONPAY_ROOT_CERT_FILE: text("The root of UnionPay's signing certificate, PEM.", unionpay),
  UNIONPAY_MIDDLE_CERT_FILE: text('The certificate between the two, where there is one.'),
  UNIONPAY_ENDPOINT: url(
    https,
    'Where UnionPay is reached.',
    address('https://gateway.95516.com/', 'UNIONPAY_MERCHANT_ID'),
  ),
  UNIONPAY_FILE_URL: url(
    https,
    'Where it hands out settlement files.',
    address('https://filedownload.95516.com/', 'UNIONPAY_MERCHANT_ID'),
  ),
  STRIPE_SECRET_KEY_FILE: text(
    'For cards, and by PAYMENT_ROUTES the other methods too. PROD takes live keys alone. A restricted key needs to write checkout sessions and refunds, and to read charges, refunds, disputes and payment intents.',
    { title: 'Stripe' },
  ),
  STRIPE_WEBHOOK_SECRET_FILE: text(
    `Of the endpoint /webhooks/stripe, which needs the events ${stripeEvents.join(', ')}.`,
    { neededWith: 'STRIPE_SECRET_KEY_FILE' },
  ),
  STRIPE_ENDPOINT: url(https, 'Where Stripe is reached.', address('https://api.stripe.com', 'STRIPE_SECRET_KEY_FILE')),
  ...describeEpay(https),
})

const others = (production: boolean) => ({
  CRYPTO_CONFIG_FILE: text(
    "A JSON file that names networks, nodes, tokens, the account's public key and the source of rates; docs/providers.md shows one. It wins over the nodes entered in the console; without both the method is not offered; in DEV the chain of `npm run lab -- chain` stands in while it runs.",
    { title: 'Cryptocurrency' },
  ),
  WALLETCONNECT_PROJECT_ID: text(
    'WalletConnect, for wallets on another device; without it the page offers wallets in the browser and paying by hand.',
    { ...hex32, pattern: '^[0-9a-f]{32}$' },
  ),
  WALLETCONNECT_RELAY_URL: url(
    production ? ['wss:'] : ['wss:', 'ws:'],
    "The relay through which such wallets are met. With a project the content security policy of /crypto-pay names it, no other page's does.",
    { example: 'wss://relay.walletconnect.org', default: 'wss://relay.walletconnect.org' },
  ),
  PAYMENT_ROUTES: text(
    'Who serves which method in which currency: method:CURRENCY=provider, by commas. What has no route is not offered.',
    {
      title: 'Routes',
      example:
        'alipay:CNY=alipay,wechat:CNY=wechat,unionpay:CNY=unionpay,card:CNY=stripe,card:USD=stripe,alipay:USD=stripe,wechat:USD=stripe,unionpay:USD=stripe',
    },
  ),
})

/**
 * Schema of all environment variables. Outside PROD payment providers may use plain HTTP, because the simulator does.
 */
export function describeEnvironment(production: boolean) {
  const https = production ? ['https:'] : ['https:', 'http:']
  return {
    ...process(production),
    ...database(),
    ...keys(),
    ...messages(https),
    ...payments(https),
    ...others(production),
  } satisfies TProperties
}
export type Setting = keyof ReturnType<typeof describeEnvironment>
export type Values = { readonly [S in Setting]: Static<ReturnType<typeof describeEnvironment>[S]> | undefined }

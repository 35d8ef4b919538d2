import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig, readPlaces } from './config.ts'
import { ensureDevKeys } from '#simulators/demo/dev-keys.ts'
import { ConfigError, demoMarker, secretFile, type Env } from './read-setting.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'wayfare-config-'))
  await ensureDevKeys(dataDir)
  await cp(path.join(dataDir, 'keys'), path.join(dataDir, 'own'), { recursive: true })
  await rm(path.join(dataDir, 'own', demoMarker))
  await symlink(path.join(dataDir, 'keys', 'signing-ios.pem'), path.join(dataDir, 'own', 'linked.pem'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const key = (name: string) => path.join(dataDir, 'keys', name)
const own = (name: string) => path.join(dataDir, 'own', name)
const production = () => ({
  APP_ENV: 'PROD',
  DATA_DIR: path.join(dataDir, 'elsewhere'),
  PUBLIC_ORIGIN: 'https://vpn.example',
  DATABASE_URL: 'postgres://db/wayfare',
  SECRET_KEY_FILE: own('secret.key'),
  ...Object.fromEntries(
    ['WEB', 'IOS', 'ANDROID', 'MAC', 'WINDOWS'].map((name) => [
      `SIGNING_KEY_${name}_FILE`,
      own(`signing-${name.toLowerCase()}.pem`),
    ]),
  ),
})
const sentence = (env: Record<string, string>) => {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  return 'accepted'
}

describe('configuration', () => {
  it('DEV needs no settings once the demo keys exist', () => {
    const config = readConfig({ DATA_DIR: dataDir })
    expect(config).toMatchObject({
      environment: 'DEV',
      port: 3000,
      simulatorPort: 3001,
      publicOrigin: 'http://localhost:3000',
      consoleOrigin: 'http://localhost:3000',
      consoleHost: null,
      databaseUrl: null,
    })
    expect(config.alipay?.gateway).toBe('http://localhost:3001/alipay/gateway.do')
  })

  it('jobs run in a process of their own in PROD by default, and in the server elsewhere', () => {
    expect(readConfig({ DATA_DIR: dataDir }).jobs).toBe('on')
    expect(readConfig(production()).jobs).toBe('apart')
    expect(readConfig({ ...production(), JOBS: 'off' }).jobs).toBe('off')
  })

  it('the demo settings of a provider are used completely or not at all', () => {
    const base = { DATA_DIR: dataDir }
    expect(readConfig({ ...base, ALIPAY_GATEWAY: 'https://elsewhere.example/' }).alipay).toEqual(
      readConfig(base).alipay,
    )
    const account = {
      STRIPE_SECRET_KEY_FILE: key('stripe-api.key'),
      STRIPE_WEBHOOK_SECRET_FILE: key('stripe-endpoint.key'),
    }
    expect(readConfig({ ...base, ...account }).stripe?.endpoint).toBe('https://api.stripe.com')
    const { alipay, wechat, unionpay, stripe, mail } = readConfig({ ...base, SIMULATOR: 'off' })
    expect([alipay, wechat, unionpay, stripe, mail]).toEqual([null, null, null, null, null])
  })

  it('each missing key is named when there is no demo', () => {
    const faults = sentence({ DATA_DIR: path.join(dataDir, 'empty') }).split('\n')
    expect(faults).toHaveLength(6)
    expect(faults[0]).toMatch(
      /^SIGNING_KEY_WEB_FILE is not set, and .*empty.keys holds no demo keys; `npm start` makes them[.]$/,
    )
  })

  it('the simulator ports follow PORT unless they are set, and no two ports are the same', () => {
    const ports = (env: Record<string, string>) => {
      const { port, simulatorPort, simulatorMailPort } = readPlaces(env)
      return [port, simulatorPort, simulatorMailPort]
    }
    expect(ports({})).toEqual([3000, 3001, 3002])
    expect(ports({ PORT: '4000' })).toEqual([4000, 4001, 4002])
    expect(ports({ PORT: '4000', SIMULATOR_PORT: '5000' })).toEqual([4000, 5000, 5001])
    expect(ports({ PORT: '4000', SIMULATOR_MAIL_PORT: '5000' })).toEqual([4000, 4001, 5000])
    expect(ports({ PORT: '4000', SIMULATOR_PORT: '3999' })).toEqual([4000, 3999, 4001])
    expect(ports({ PORT: '65535' })).toEqual([65_535, 65_533, 65_534])
    expect(ports({ PORT: '65534' })).toEqual([65_534, 65_535, 65_533])
  })

  it('demo keys are created once', async () => {
    const before = await readFile(key('signing-web.pem'), 'utf8')
    await ensureDevKeys(dataDir)
    expect(await readFile(key('signing-web.pem'), 'utf8')).toBe(before)
  })

  it('a wrong setting is named in a sentence', () => {
    const base = { DATA_DIR: dataDir }
    expect(sentence({ ...base, PORT: 'http' })).toBe('PORT is "http"; it must be a whole number from 1 to 65535.')
    expect(sentence({ ...base, PORT: '3001', SIMULATOR_PORT: '3001' })).toBe(
      'PORT and SIMULATOR_PORT are both 3001; they must differ.',
    )
    expect(sentence({ ...base, APP_ENV: 'prod' })).toBe('APP_ENV is "prod"; it must be one of DEV, TEST, PROD.')
    expect(sentence({ ...base, DATABASE_URL: 'mysql://x' })).toBe(
      'DATABASE_URL is not a URL that begins with postgres:// or postgresql://.',
    )
    expect(sentence({ ...base, ALIPAY_APP_ID: '1' })).toContain('ALIPAY_SELLER_ID is required')
  })

  it('metrics are served only with a port, and to other machines only with a token', () => {
    const base = { DATA_DIR: dataDir, METRICS_PORT: '9464', WORKER_METRICS_PORT: '9465' }
    const token = 'x'.repeat(24)
    const read = (env: Env) => {
      const { metrics, workerMetrics } = readConfig(env)
      return { metrics, workerMetrics }
    }
    expect(read({ DATA_DIR: dataDir })).toEqual({ metrics: null, workerMetrics: null })
    expect(read(base)).toEqual({
      metrics: { host: '127.0.0.1', port: 9464, token: null },
      workerMetrics: { host: '127.0.0.1', port: 9465, token: null },
    })
    expect(read({ ...base, METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token }).metrics).toEqual({
      host: '0.0.0.0',
      port: 9464,
      token,
    })
    for (const METRICS_HOST of ['::1', 'localhost', '127.8.8.8'])
      expect(read({ ...base, METRICS_HOST }).metrics?.token).toBeNull()
    for (const METRICS_HOST of ['0.0.0.0', '::', '10.0.0.1', '127.example.com'])
      expect(sentence({ ...base, METRICS_HOST })).toBe(
        `METRICS_HOST=${METRICS_HOST} lets other machines read the metrics: that needs METRICS_TOKEN.`,
      )
    expect(sentence({ ...base, METRICS_TOKEN: 'short' })).toBe(
      'METRICS_TOKEN is not 24 to 200 characters without a space.',
    )
    expect(sentence({ ...base, METRICS_PORT: '3000' })).toBe('PORT and METRICS_PORT are both 3000; they must differ.')
    expect(sentence({ ...base, WORKER_METRICS_PORT: '9464' })).toBe(
      'METRICS_PORT and WORKER_METRICS_PORT are both 9464; they must differ.',
    )
    expect(sentence({ ...base, METRICS_PORT: 'high' })).toBe(
      'METRICS_PORT is "high"; it must be a whole number from 1 to 65535.',
    )
  })

  it('all faults are reported at once, one sentence each', () => {
    const env = {
      ...production(),
      PORT: '0',
      JOBS: 'maybe',
      DATABASE_URL: 'mysql://db:secret@x',
      SECRET_KEY_FILE: '/nowhere.key',
      SMTP_URL: 'smtp://mail.example',
      SMS_DAILY_BUDGET: 'all',
      EXIT_NETWORKS: '1.2.3',
      WALLETCONNECT_PROJECT_ID: 'x',
      PAYMENT_ROUTES: 'card:EUR=stripe',
    }
    expect(sentence(env).split('\n')).toEqual([
      'PORT is "0"; it must be a whole number from 1 to 65535.',
      'JOBS is "maybe"; it must be one of on, apart, off.',
      'DATABASE_URL is not a URL that begins with postgres:// or postgresql://.',
      'WALLETCONNECT_PROJECT_ID is not 32 hex digits.',
      'MAIL_FROM is required in this configuration; see .env.example.',
      'EXIT_NETWORKS: "1.2.3" is no network; they are like 203.0.113.0/24,2001:db8:5::/48.',
      'SMS_DAILY_BUDGET: "all" is none; it is like total:2000,*:300,86:1500, each calling code once.',
      'SECRET_KEY_FILE: the key file /nowhere.key cannot be read.',
      'PAYMENT_ROUTES: "card:EUR=stripe" is no route like wechat:CNY=wechat or card:USD=stripe.',
    ])
  })

  it('with an unknown APP_ENV, only it and other wrong values are reported', () => {
    expect(sentence({ APP_ENV: 'prod', PORT: 'x', DATA_DIR: '/nowhere' }).split('\n')).toEqual([
      'APP_ENV is "prod"; it must be one of DEV, TEST, PROD.',
      'PORT is "x"; it must be a whole number from 1 to 65535.',
    ])
  })

  it("a provider's URL is checked only with its account", () => {
    const plain = { ALIYUN_SMS_ENDPOINT: 'http://sms.example', STRIPE_ENDPOINT: 'ftp://x' }
    expect(sentence({ ...production(), ...plain })).toBe('accepted')
    const account = {
      ALIYUN_SMS_ACCESS_KEY_ID: '1',
      ALIYUN_SMS_ACCESS_KEY_SECRET: '2',
      ALIYUN_SMS_SIGN_NAME: '3',
      ALIYUN_SMS_CODE_TEMPLATE: '4',
    }
    expect(sentence({ ...production(), ...plain, ...account })).toBe(
      'ALIYUN_SMS_ENDPOINT is not a URL that begins with https://.',
    )
    expect(readConfig({ DATA_DIR: dataDir, ...account, ALIYUN_SMS_ENDPOINT: 'http://a.example' }).sms?.aliyun).toEqual({
      accessKeyId: '1',
      accessKeySecret: '2',
      signName: '3',
      codeTemplate: '4',
      noticeTemplate: null,
      endpoint: 'http://a.example',
    })
  })

  it('several WeChat Pay keys need as many ids, in order', async () => {
    await writeFile(own('api-v3.key'), '0'.repeat(32), { mode: 0o600 })
    const wechat = (ids: string, files: string) => ({
      DATA_DIR: dataDir,
      WECHAT_MERCHANT_ID: '1900000001',
      WECHAT_APP_ID: 'wx1',
      WECHAT_CERT_SERIAL: 'A1',
      WECHAT_PRIVATE_KEY_FILE: own('wechat-merchant-private.pem'),
      WECHAT_API_V3_KEY_FILE: own('api-v3.key'),
      WECHAT_PLATFORM_KEY_ID: ids,
      WECHAT_PLATFORM_KEY_FILE: files,
    })
    const [one, two] = [own('wechat-provider-public.pem'), own('alipay-provider-public.pem')]
    const keys = readConfig(wechat('PUB_KEY_ID_1, B2', `${one}, ${two}`)).wechat?.platformKeys
    expect(keys).toEqual({ PUB_KEY_ID_1: await readFile(one, 'utf8'), B2: await readFile(two, 'utf8') })
    for (const [ids, files] of [
      ['PUB_KEY_ID_1,B2', one],
      ['PUB_KEY_ID_1', `${one},${two}`],
      ['B2,B2', `${one},${two}`],
      ['B2,', `${one},${two}`],
    ] as const)
      expect(sentence(wechat(ids, files))).toContain('name as many keys')
  })

  it('PROD accepts nothing from the demo', () => {
    expect(sentence(production())).toBe('accepted')
    expect(readConfig(production()).alipay).toBeNull()
    expect(sentence({ ...production(), SIMULATOR: 'on' })).toContain('SIMULATOR=on is refused')
    for (const demo of [key('signing-ios.pem'), own('linked.pem')])
      expect(sentence({ ...production(), SIGNING_KEY_IOS_FILE: demo })).toContain('points at a demo key')
    expect(sentence({ ...production(), DATABASE_URL: '' })).toBe(
      'DATABASE_URL is missing: with APP_ENV=PROD the shop needs a PostgreSQL server of its own, not the embedded one.',
    )
    expect(sentence({ ...production(), DATABASE_POOLING: 'transaction' })).toContain('needs DATABASE_URL')
    expect(sentence({ ...production(), DATABASE_URL: '', DATABASE_READ_URL: 'postgres://replica/wayfare' })).toContain(
      'DATABASE_READ_URL names a replica of the database in DATABASE_URL, which is missing.',
    )
    expect(sentence({ ...production(), PUBLIC_ORIGIN: '' })).toContain('PUBLIC_ORIGIN is required')
    expect(sentence({ ...production(), PUBLIC_ORIGIN: 'http://vpn.example' })).toBe(
      'PUBLIC_ORIGIN must be https with APP_ENV=PROD.',
    )
    expect(sentence({ ...production(), SECURITY_CONTACT: 'security@vpn.example' })).toContain('SECURITY_CONTACT')
    const desk = (origin: string) => ({ ...production(), CONSOLE_ORIGIN: origin })
    expect(readConfig(desk('https://desk.example'))).toMatchObject({
      publicOrigin: 'https://vpn.example',
      consoleOrigin: 'https://desk.example',
      consoleHost: 'desk.example',
    })
    expect(sentence(desk('http://desk.example'))).toBe('CONSOLE_ORIGIN must be https with APP_ENV=PROD.')
    expect(sentence(desk('https://desk.example/console'))).toBe(
      'CONSOLE_ORIGIN is an address without a path or a user, like https://desk.example.',
    )
    expect(sentence(desk('https://vpn.example'))).toContain('CONSOLE_ORIGIN is a host of its own')
    expect(sentence(desk('desk'))).toContain('CONSOLE_ORIGIN')
    expect(sentence({ ...production(), SIGNING_KEY_IOS_FILE: '' })).toContain('SIGNING_KEY_IOS_FILE is required')
    expect(sentence({ ...production(), SIGNING_KEY_IOS_FILE: '/nowhere.pem' })).toBe(
      'SIGNING_KEY_IOS_FILE: the key file /nowhere.pem cannot be read.',
    )
    expect(readPlaces({ APP_ENV: 'PROD' })).toMatchObject({ host: '0.0.0.0', simulator: false })
  })

  it('PROD refuses key files that everyone can read or their group can change', async () => {
    const file = own('open.key')
    const name = 'SECRET_KEY_FILE'
    for (const [mode, said] of [
      [0o600, 'accepted'],
      [0o400, 'accepted'],
      [0o640, 'accepted'],
      [0o644, '0644'],
      [0o604, '0604'],
      [0o660, '0660'],
      [0o777, '0777'],
    ] as const) {
      await writeFile(file, '0'.repeat(64))
      await chmod(file, mode)
      expect(sentence({ ...production(), [name]: file }), said).toContain(said)
    }
    expect(sentence({ ...production(), [name]: file })).toBe(
      `${name}: the key file ${file} has the mode 0777, so that other accounts of this machine can read or change it; set it to 0600 (chmod 600) or 0640.`,
    )
    // The file mode is that of a symbolic link's target. The cryptocurrency configuration is checked like a key file.
    await symlink(file, own('link.key'))
    expect(sentence({ ...production(), [name]: own('link.key') })).toContain('0777')
    expect(sentence({ ...production(), CRYPTO_CONFIG_FILE: file })).toContain('CRYPTO_CONFIG_FILE: the key file')
    // Files with public keys may be world-readable, but not writable by others.
    const publicFile = own('alipay-merchant-public.pem')
    const readsPublic = (mode: number) =>
      chmod(publicFile, mode).then(() => secretFile('KEY', publicFile, { production: true }))
    expect(await readsPublic(0o644)).toContain('PUBLIC KEY')
    await expect(readsPublic(0o666)).rejects.toThrow('0666')
    expect(secretFile('KEY', file, { production: false })).toBe('0'.repeat(64))
  })

  it('a payment route needs its account, and PROD refuses a Stripe test key', () => {
    const base = { DATA_DIR: dataDir }
    expect(readConfig({ ...base, PAYMENT_ROUTES: 'wechat:USD=stripe' }).paymentRoutes).toEqual([
      { method: 'wechat', currency: 'USD', provider: 'stripe' },
    ])
    expect(sentence({ ...base, PAYMENT_ROUTES: 'wechat:USD=wechat' })).toContain('is no route like')
    expect(sentence({ ...base, PAYMENT_ROUTES: 'card:USD=stripe,card:USD=stripe' })).toContain('twice')
    expect(sentence({ ...production(), PAYMENT_ROUTES: 'card:USD=stripe' })).toContain('has no account')
    expect(readConfig(production())).toMatchObject({ stripe: null, wechat: null, unionpay: null, paymentRoutes: [] })
    expect(sentence({ ...production(), STRIPE_SECRET_KEY_FILE: own('stripe-api.key') })).toContain('live key')
  })

  describe('EPay', () => {
    const v1 = () => ({
      ...production(),
      EPAY1_GATEWAY: 'https://pay.example/',
      EPAY1_PID: '1001',
      EPAY1_KEY_FILE: own('epay.key'),
    })
    const v2 = (prefix = 'EPAY2') => ({
      [`${prefix}_GATEWAY`]: 'https://other.example/epay',
      [`${prefix}_PID`]: '1002',
      [`${prefix}_VERSION`]: 'V2',
      [`${prefix}_PRIVATE_KEY_FILE`]: own('epay-merchant-private.pem'),
      [`${prefix}_PLATFORM_KEY_FILE`]: own('epay-provider-public.pem'),
    })

    it('a gateway takes the methods that have no account, the first gateway before the second', () => {
      expect(readConfig({ ...v1(), ...v2(), EPAY1_METHODS: 'wechat' })).toMatchObject({
        epay: {
          epay1: { gateway: 'https://pay.example/', methods: ['wechat'], opens: 'page', refunds: false },
          epay2: { gateway: 'https://other.example/epay/', methods: ['alipay', 'wechat'], signing: { kind: 'rsa' } },
          epay3: null,
        },
        paymentRoutes: [
          { method: 'wechat', currency: 'CNY', provider: 'epay1' },
          { method: 'alipay', currency: 'CNY', provider: 'epay2' },
        ],
      })
      // The demo has its own Alipay and WeChat Pay accounts, so no payment is routed to an EPay gateway.
      expect(
        readConfig({ DATA_DIR: dataDir }).paymentRoutes.filter(({ provider }) => provider.startsWith('epay')),
      ).toEqual([])
    })

    it('a route names a gateway that exists, serves the method, and is paid in yuan', () => {
      const routed = (PAYMENT_ROUTES: string) => sentence({ ...v1(), EPAY1_METHODS: 'alipay', PAYMENT_ROUTES })
      expect(routed('alipay:CNY=epay1')).toBe('accepted')
      expect(routed('alipay:CNY=epay3')).toContain('names epay3, which has no account')
      expect(routed('wechat:CNY=epay1')).toContain('sends wechat to epay1, but EPAY1_METHODS does not name it')
      for (const none of ['alipay:USD=epay1', 'unionpay:CNY=epay1', 'card:CNY=epay1', 'alipay:CNY=epay4'])
        expect(routed(none), none).toContain('is no route like')
    })

    it('checks the keys of a gateway at the start, and accepts two keys', async () => {
      const short = own('short.key')
      await writeFile(short, 'abc\n', { mode: 0o600 })
      await chmod(short, 0o600)
      expect(
        readConfig({ ...v1(), EPAY1_KEY_FILE: `${own('epay.key')},${own('secret.key')}` }).epay.epay1,
      ).toMatchObject({ signing: { keys: [expect.stringMatching(/^[0-9a-f]{32}$/), expect.any(String)] } })
      expect(sentence({ ...v1(), EPAY1_KEY_FILE: short })).toContain('at least 8 characters')
      expect(sentence({ ...v1(), EPAY1_KEY_FILE: '' })).toContain('EPAY1_KEY_FILE is required')
      expect(sentence({ ...v1(), ...v2('EPAY1'), EPAY1_PLATFORM_KEY_FILE: '' })).toContain(
        'EPAY1_PLATFORM_KEY_FILE is required',
      )
      expect(sentence({ ...v1(), ...v2('EPAY1'), EPAY1_PRIVATE_KEY_FILE: own('epay-provider-public.pem') })).toContain(
        'does not hold an RSA private key',
      )
      expect(sentence({ ...v1(), ...v2('EPAY1'), EPAY1_PLATFORM_KEY_FILE: own('epay.key') })).toContain(
        'does not hold an RSA public key',
      )
    })

    it.each([
      ['https://pay.example', 'https://pay.example/'],
      ['https://pay.example/submit.php', 'https://pay.example/'],
      ['https://pay.example/x/mapi.php?a=1', 'https://pay.example/x/'],
      ['https://pay.example/x//', 'https://pay.example/x/'],
    ])('the gateway URL %s is read as %s', (EPAY1_GATEWAY, gateway) => {
      expect(readConfig({ ...v1(), EPAY1_GATEWAY }).epay.epay1).toMatchObject({ gateway })
    })

    it('PROD refuses a gateway URL without https, and a wrong setting is named', () => {
      expect(sentence({ ...v1(), EPAY1_GATEWAY: 'http://pay.example/' })).toContain('EPAY1_GATEWAY')
      expect(sentence({ ...v1(), EPAY1_METHODS: 'alipay,qqpay' })).toContain('EPAY1_METHODS is "alipay,qqpay"')
      expect(sentence({ ...v1(), EPAY1_VERSION: 'V3' })).toContain('EPAY1_VERSION is "V3"')
      expect(sentence({ ...v1(), EPAY1_PID: '' })).toContain('EPAY1_PID is required')
    })
  })
})

import type { Localized } from '#shared/language.ts'

export type DemoPlan = {
  id: string
  months: number
  maxDevices: number
  names: Localized
  badges: Localized | null
  priceMinor: Record<'CNY' | 'USD', number>
  listPriceMinor: Record<'CNY' | 'USD', number> | null
  groupMinor: Partial<Record<2 | 3, Record<'CNY' | 'USD', number>>>
}

export const demoPlans: readonly DemoPlan[] = [
  {
    id: 'plan-1',
    months: 1,
    maxDevices: 5,
    names: { en: '1 month', 'zh-CN': '1 个月' },
    badges: null,
    priceMinor: { CNY: 3_500, USD: 590 },
    listPriceMinor: null,
    groupMinor: {},
  },
  {
    id: 'plan-3',
    months: 3,
    maxDevices: 5,
    names: { en: '3 months', 'zh-CN': '3 个月' },
    badges: null,
    priceMinor: { CNY: 9_000, USD: 1_490 },
    listPriceMinor: { CNY: 10_500, USD: 1_770 },
    groupMinor: {},
  },
  {
    id: 'plan-6',
    months: 6,
    maxDevices: 5,
    names: { en: '6 months', 'zh-CN': '6 个月' },
    badges: null,
    priceMinor: { CNY: 16_200, USD: 2_690 },
    listPriceMinor: { CNY: 21_000, USD: 3_540 },
    groupMinor: {},
  },
  {
    id: 'plan-12',
    months: 12,
    maxDevices: 5,
    names: { en: '12 months', 'zh-CN': '12 个月' },
    badges: { en: 'A whole year', 'zh-CN': '管一整年' },
    priceMinor: { CNY: 26_800, USD: 4_490 },
    listPriceMinor: { CNY: 42_000, USD: 7_080 },
    groupMinor: { 2: { CNY: 21_800, USD: 3_690 }, 3: { CNY: 18_800, USD: 3_290 } },
  },
  {
    id: 'plan-24',
    months: 24,
    maxDevices: 5,
    names: { en: '24 months', 'zh-CN': '24 个月' },
    badges: null,
    priceMinor: { CNY: 44_800, USD: 7_490 },
    listPriceMinor: { CNY: 84_000, USD: 14_160 },
    groupMinor: {},
  },
  {
    id: 'plan-family-12',
    months: 12,
    maxDevices: 10,
    names: { en: 'Family, 1 year', 'zh-CN': '家庭版 1 年' },
    badges: null,
    priceMinor: { CNY: 42_800, USD: 7_190 },
    listPriceMinor: null,
    groupMinor: {},
  },
]

export const demoSettings: Readonly<Record<string, unknown>> = {
  brand: { en: 'Wayfare', 'zh-CN': '畅行' },
  releaseDate: '2025.04.20',
  trialMinutes: 15,
  trialArmedDays: 7,
  reviewHours: 24,
  affiliateContact: { label: 'Telegram @wayfare_affiliates', url: 'https://t.example/wayfare_affiliates', demo: true },
  seller: {
    name: 'Wayfare ehf.',
    address: 'Laugavegur 1, 101 Reykjavík, Iceland',
    taxNumber: '000000-0000',
    email: 'help@wayfare.example',
    demo: true,
  },
  proof: {
    company: {
      name: 'Wayfare ehf.',
      place: { en: 'Reykjavík, under Icelandic law', 'zh-CN': '冰岛雷克雅未克，适用冰岛法律' },
      url: 'https://about.wayfare.example',
    },
    audit: { by: 'Example Audit', month: '2026-05', url: 'https://audit.wayfare.example/2026' },
    protocol: {
      name: 'WireGuard',
      note: { en: 'The protocol, nothing home-made', 'zh-CN': '公开协议，没有自造的' },
      url: 'https://www.wireguard.com/protocol/',
    },
    source: {
      note: { en: 'All four apps, on GitHub', 'zh-CN': '四个客户端都在 GitHub' },
      url: 'https://github.example/wayfare',
    },
    status: { url: 'https://status.wayfare.example' },
    demo: true,
  },
  // Host names reserved for examples, without a server; operators replace them.
  links: {
    blog: 'https://blog.wayfare.example',
    status: 'https://status.wayfare.example',
    github: 'https://github.example/wayfare',
    social: 'https://x.example/wayfare',
    messaging: 'https://t.example/wayfare',
    support: 'https://help.wayfare.example',
  },
}

/** Demo customer accounts, printed at start in DEV. PROD rejects databases that contain them. */
export const demoAccounts = [
  { accountName: 'demo.lin', password: 'clear-road-2026', language: 'zh-CN', is: 'member' },
  { accountName: 'demo.maya', password: 'clear-road-2026', language: 'en', is: 'affiliate' },
] as const

export const demoFriends = [
  'noah.berg',
  'wanqing',
  'oliver.k',
  'chen.yu',
  'freya_h',
  'liu.yang',
  'tomas.v',
  'xiaobei',
  'ines.m',
  'zhao.lei',
  'kai.w',
  'sun.jing',
  'amelie.r',
  'haoran',
  'jonas.p',
  'meilin',
  'sofia.l',
  'zhou.min',
  'elif.d',
  'yuchen',
  'marta.s',
  'guo.tao',
  'henrik.o',
  'lanlan',
] as const

/** Account names of friends referred by the first demo account. Nobody can sign in as them. */
export const demoGuests = ['xiaochen', 'anna.f'] as const

/** Benefits of the yearly plan: invented accounts of other services, which do not work. */
export const demoBenefits = [
  { kind: 'demo-music', names: { en: 'Music, a year', 'zh-CN': '音乐会员，一年' } },
  { kind: 'demo-cloud', names: { en: 'Cloud storage, 200 GB', 'zh-CN': '云盘 200 GB' } },
].map(({ kind, names }) => ({
  kind,
  names,
  items: Array.from({ length: 8 }, (_, index) => ({
    account: `${kind}-${index + 1}@wayfare.example`,
    password: `sample-${index + 1}`,
    link: `https://${kind}.example/sign-in`,
  })),
}))

export const demoDevices = [
  { platform: 'ios', deviceId: 'demo-iphone', osVersion: '26.1', deviceName: '林的 iPhone' },
  { platform: 'mac', deviceId: 'demo-macbook', osVersion: '26.0', deviceName: 'MacBook Air' },
  { platform: 'android', deviceId: 'demo-tablet', osVersion: '16', deviceName: '客厅的平板' },
  { platform: 'web', deviceId: 'web', agent: { browser: 'Chrome', system: 'Windows' } },
  { platform: 'web', deviceId: 'web', agent: { browser: 'Safari', system: 'iPhone' } },
] as const

export const demoPromoCode = {
  code: 'WELCOME10',
  kind: 'percent',
  percentBps: 1_000,
  amounts: null,
  goodsIds: null,
  methods: null,
  firstPurchaseOnly: false,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxUsesPerUser: 3,
  note: 'demo',
} as const

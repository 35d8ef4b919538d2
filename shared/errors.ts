import type { FieldError } from './field-errors.ts'
import type { Language, Localized } from './language.ts'
import type { WorkChallenge } from './solve-work.ts'

type Entry = { readonly code: number } & Localized

/**
 * All errors of the API by status, with HTTP code and message. A message contains no internals and, where the caller
 * can do something, says what.
 */
export const errors = {
  InvalidInput: { code: 400, en: 'Please check your input', 'zh-CN': '请检查填写内容' },
  InvalidSignature: {
    code: 400,
    en: 'This request has expired. Check your clock and try again.',
    'zh-CN': '请求已失效，请检查设备时间后重试',
  },
  InvalidProduct: { code: 400, en: 'This plan isn’t available', 'zh-CN': '这个套餐现在买不了' },
  MethodNotOffered: {
    code: 400,
    en: 'This way of paying is not available. Please choose another.',
    'zh-CN': '暂不支持这种付款方式，请换一种',
  },
  UnsupportedNetwork: {
    code: 400,
    en: 'We do not take payments on this network. Please choose another.',
    'zh-CN': '暂不支持这个网络，请换一个',
  },
  UnsupportedToken: {
    code: 400,
    en: 'We do not take this token on this network. Please choose another.',
    'zh-CN': '这个网络暂不支持该币种，请换一个',
  },
  AgreementRequired: {
    code: 400,
    en: 'Please agree to the User Agreement and Privacy Policy',
    'zh-CN': '请先同意《用户协议》和《隐私政策》',
  },
  WrongCode: {
    code: 400,
    en: 'This code is wrong or no longer valid. Check it, or get a new one.',
    'zh-CN': '验证码不正确或已失效，请核对，或重新获取',
  },
  WrongPassword: { code: 400, en: 'The password is wrong', 'zh-CN': '密码不正确' },
  ChannelNotOffered: {
    code: 400,
    en: 'Codes cannot be sent this way here. Please choose another.',
    'zh-CN': '暂不支持用这种方式接收验证码，请换一种',
  },
  Unauthorized: { code: 401, en: 'Please log in first', 'zh-CN': '请先登录' },
  WrongCredentials: { code: 401, en: 'Account or password is wrong', 'zh-CN': '账号或密码不正确' },
  AccountBlocked: {
    code: 403,
    en: 'This account is blocked. Support can tell you why.',
    'zh-CN': '这个账号已被停用，请联系客服了解原因',
  },
  Forbidden: { code: 403, en: 'This is not yours to do', 'zh-CN': '没有权限' },
  ShopClosed: {
    code: 403,
    en: 'We are not open right now. Please come back later.',
    'zh-CN': '本站暂未开放，请晚些时候再来',
  },
  SignUpClosed: { code: 403, en: 'Sign-up opens once our terms are published.', 'zh-CN': '服务条款发布后才能注册' },
  NotInRehearsal: {
    code: 409,
    en: 'This is not part of a rehearsal. Use its plan and an account made in it.',
    'zh-CN': '演练中不能这样操作，请使用演练套餐和演练中注册的账号',
  },
  NotFound: { code: 404, en: 'Not found', 'zh-CN': '没有找到' },
  AccountNameTaken: {
    code: 409,
    en: 'This account name is taken. Please choose another.',
    'zh-CN': '这个账号名已被使用，请换一个',
  },
  DeviceIdInvalid: {
    code: 400,
    en: 'The device ID is wrong. Please try again, or contact support.',
    'zh-CN': '设备 ID 不正确，请重试或联系客服',
  },
  DeviceLimitReached: {
    code: 409,
    en: 'Your plan’s devices are all in use. Remove one to sign in here.',
    'zh-CN': '设备数量已达上限，请先移除一台再登录',
  },
  SecondFactorRequired: {
    code: 401,
    en: 'Enter the code from your authenticator app',
    'zh-CN': '请输入身份验证器中的动态码',
  },
  WrongFactorCode: {
    code: 401,
    en: 'This code is wrong or was used before. Please enter the next one.',
    'zh-CN': '动态码不正确或已使用过，请输入新的动态码',
  },
  WrongRecoveryCode: {
    code: 401,
    en: 'Account or recovery code is wrong, or the code was used before',
    'zh-CN': '账号或恢复码不正确，或恢复码已使用过',
  },
  SignInExpired: { code: 401, en: 'That took too long. Please sign in again.', 'zh-CN': '等待时间过长，请重新登录' },
  LoginCodeInvalid: {
    code: 401,
    en: 'This link was used before or has expired. Open it again from the app.',
    'zh-CN': '链接已使用过或已过期，请在 App 中重新打开',
  },
  PasskeyRefused: {
    code: 401,
    en: 'We could not confirm this passkey. Please try again, or choose another way.',
    'zh-CN': '无法验证这个通行密钥，请重试，或换一种方式',
  },
  PasskeyKnown: { code: 409, en: 'This passkey is set up already', 'zh-CN': '这个通行密钥已经添加过' },
  PasswordNotSet: { code: 409, en: 'Set a password for this account first', 'zh-CN': '请先给账号设置密码' },
  AccountHasPassword: {
    code: 409,
    en: 'This account is set up already. Its password is changed in the account.',
    'zh-CN': '这个账号已设置过，密码可在账户里修改',
  },
  DeviceSecretRequired: {
    code: 409,
    en: 'For your safety, choose the name and password in the app that opened this account.',
    'zh-CN': '为安全起见，请在开通这个账号的 App 里设置账号名和密码',
  },
  SignInAgain: {
    code: 409,
    en: 'You logged in a while ago. Log in once more, then try again.',
    'zh-CN': '登录已有一段时间，请重新登录后再试',
  },
  TotpOn: {
    code: 409,
    en: 'An authenticator app is set up already. Turn it off first.',
    'zh-CN': '已启用身份验证器，请先停用',
  },
  TotpClockWrong: { code: 400, en: 'Set your phone’s clock to automatic', 'zh-CN': '请打开手机的自动设置时间' },
  TotpOff: { code: 409, en: 'No authenticator app is set up', 'zh-CN': '尚未启用身份验证器' },
  TrialNotOffered: { code: 409, en: 'There is no free trial at the moment', 'zh-CN': '目前没有免费试用' },
  TrialUsed: { code: 409, en: 'This account has had its free trial', 'zh-CN': '这个账号已经用过免费试用' },
  MembershipRuns: {
    code: 409,
    en: 'Your membership is running, so there is nothing to try',
    'zh-CN': '会员还在有效期内，不用试用',
  },
  TrialUsedOnDevice: {
    code: 409,
    en: 'This device has had its free trial',
    'zh-CN': '这台设备已经用过免费试用',
  },
  IdentifierTaken: {
    code: 409,
    en: 'This belongs to another account already.',
    'zh-CN': '已绑定在另一个账号上',
  },
  PriceChanged: {
    code: 409,
    en: 'The price has changed. Please look at it again before paying.',
    'zh-CN': '价格有变动，请确认后再支付',
  },
  IdempotencyConflict: {
    code: 409,
    en: 'This order was already sent with other details. Please start again.',
    'zh-CN': '订单内容与之前不一致，请重新下单',
  },
  NotPossible: {
    code: 409,
    en: 'This cannot be done as things stand now. Please look again.',
    'zh-CN': '当前情况下无法执行，请刷新后再看',
  },
  PromoUnknown: {
    code: 404,
    en: 'We do not know this promo code. Check the spelling.',
    'zh-CN': '没有这个优惠码，请核对后再试',
  },
  PromoOver: { code: 409, en: 'This promo code has expired', 'zh-CN': '优惠码已过期' },
  PromoUsedUp: { code: 409, en: 'This promo code is used up', 'zh-CN': '优惠码已被领完' },
  PromoUsed: { code: 409, en: 'You have used this promo code already', 'zh-CN': '你已经用过这个优惠码' },
  PromoFirstOnly: { code: 409, en: 'This promo code is for a first purchase', 'zh-CN': '这个优惠码仅限首次购买' },
  PromoNotForPlan: {
    code: 409,
    en: 'This promo code is not for this plan. Choose another plan, or go on without it.',
    'zh-CN': '优惠码不适用于这个套餐，可以换个套餐或不用优惠码',
  },
  PromoNotForDifference: {
    code: 409,
    en: 'A promo code is for plans. The difference is paid without one.',
    'zh-CN': '优惠码只能用于套餐，补差价时不能用',
  },
  PromoNotForGroup: { code: 409, en: 'Promo codes do not apply to groups', 'zh-CN': '拼团不能使用优惠码' },
  PromoNotForMethod: {
    code: 409,
    en: 'This promo code is for another way of paying',
    'zh-CN': '优惠码不适用于这种付款方式',
  },
  RedeemCodeLength: { code: 400, en: 'A redeem code has 16 characters. Check it.', 'zh-CN': '兑换码是 16 位，请核对' },
  RedeemCodeInvalid: {
    code: 404,
    en: 'This code is wrong, used or expired. Check it and try again.',
    'zh-CN': '兑换码不正确、已使用或已过期，请核对后再试',
  },
  OrderOver: {
    code: 409,
    en: 'This order is no longer open. Please place a new one.',
    'zh-CN': '这笔订单已结束，请重新下单',
  },
  GroupCreatorUnpaid: {
    code: 409,
    en: 'The person who started this group has not paid yet. Try again in a few minutes.',
    'zh-CN': '发起人还没有付款，请稍后再来',
  },
  GroupJoined: { code: 409, en: 'You are in this group already', 'zh-CN': '你已经在这个团里了' },
  GroupFull: {
    code: 409,
    en: 'This group is full. You can start one of your own.',
    'zh-CN': '这个团已经满员，你可以自己开一个团',
  },
  GroupSeatsHeld: {
    code: 409,
    en: 'Every seat that is left is being paid for right now. If a payment does not come, its seat opens again: try again in a while.',
    'zh-CN': '剩下的名额都有人正在付款；如果没有付成，名额会再空出来，请过一会儿再试',
  },
  GroupExpired: {
    code: 409,
    en: 'This group has expired. You can start a new one.',
    'zh-CN': '这个团已经过期，你可以重新开一个团',
  },
  GroupClosed: {
    code: 409,
    en: 'This group was closed. You can start one of your own.',
    'zh-CN': '这个团已经取消，你可以自己开一个团',
  },
  GroupRemoved: { code: 409, en: 'You were removed. Start a group of your own.', 'zh-CN': '你已被移出，请另开一团' },
  GroupFinished: {
    code: 409,
    en: 'This group is complete, so no one can leave it now. Support can help with a refund.',
    'zh-CN': '已经成团，不能再退出；如需退款，请联系客服',
  },
  GroupSeatFree: {
    code: 409,
    en: 'A seat is paid for already: you can join for free.',
    'zh-CN': '有人已经为你付好了钱，可以直接免费加入',
  },
  GroupSeatNotFree: {
    code: 409,
    en: 'In this group everyone pays their own share. Choose how to pay to join.',
    'zh-CN': '这个团需要各自付款，请选择付款方式后加入',
  },
  GroupSeatPause: {
    code: 429,
    en: 'You have held a seat in this group twice without paying for it. You can take another one within the hour.',
    'zh-CN': '你在这个团里已两次占座未付款，请一小时后再试',
  },
  GroupLeavePause: {
    code: 429,
    en: 'You have left two groups today, and were refunded each time. You can leave another one tomorrow.',
    'zh-CN': '你今天已退出两个团并获得退款，请明天再退出',
  },
  GroupSeatNotHeld: {
    code: 409,
    en: 'This seat cannot be freed now: it has been paid for, is open already, or was taken less than ten minutes ago.',
    'zh-CN': '现在不能释放这个名额：对方已付款、名额已空出，或占座还不到十分钟',
  },
  GroupNothingToPay: {
    code: 409,
    en: 'There is no open seat to pay for right now',
    'zh-CN': '目前没有需要你补付的座位',
  },
  NotAnAffiliate: {
    code: 403,
    en: 'You’re not a KOL yet. Apply to the affiliate programme first.',
    'zh-CN': '你还不是 KOL，请先申请加入推广计划',
  },
  ApplicationPending: {
    code: 409,
    en: 'We have your application and are reading it',
    'zh-CN': '申请已收到，正在审核',
  },
  AlreadyAnAffiliate: { code: 409, en: 'You are in the affiliate programme already', 'zh-CN': '你已经加入推广计划' },
  ApplicationTooSoon: {
    code: 409,
    en: 'Your last application was declined a short while ago. Please wait before you apply again.',
    'zh-CN': '上次申请未通过，请过一段时间再申请',
  },
  TooManyCampaigns: {
    code: 409,
    en: 'You have as many campaign links as there can be',
    'zh-CN': '推广链接数量已达上限',
  },
  BenefitsNotEntitled: {
    code: 403,
    en: 'Benefits come with plans of 12 months or longer',
    'zh-CN': '购买 12 个月及以上套餐的会员才有权益',
  },
  BenefitsOutOfStock: {
    code: 409,
    en: 'None is left at the moment. We are getting more; please look again in a few days.',
    'zh-CN': '暂时发完了，正在补充，请过几天再来看看',
  },
  PaymentArriving: {
    code: 409,
    en: 'A payment for this order is on its way. Please wait until it is confirmed.',
    'zh-CN': '这笔订单有一笔付款正在确认中，请稍候',
  },
  TooLarge: { code: 413, en: 'That is too much to send at once', 'zh-CN': '发送的内容太大了' },
  UnsupportedMediaType: { code: 415, en: 'Send JSON', 'zh-CN': '请以 JSON 格式发送' },
  TooManyOpenOrders: {
    code: 429,
    en: 'You have as many unpaid orders as one account may have. Cancel or pay one of them under My account, Profile, then try again.',
    'zh-CN': '你的未付款订单已达上限，请到“我的账户”的个人资料页取消或付清其中一笔，再重新下单',
  },
  TooManyRequests: { code: 429, en: 'Too many tries. Please wait a moment.', 'zh-CN': '操作太频繁，请稍后再试' },
  ExportsSpent: {
    code: 429,
    en: 'You have downloaded your data as often as one can in a day. Please try again tomorrow.',
    'zh-CN': '今天的数据下载次数已用完，请明天再试',
  },
  Internal: { code: 500, en: 'Oops! An error occurred', 'zh-CN': '哎呀，出错了' },
  SmsBudgetSpent: {
    code: 503,
    en: 'We cannot send more text messages to your country today. Please use an email address, or try again tomorrow.',
    'zh-CN': '今天发往你所在国家或地区的短信已达上限，请改用邮箱，或明天再试',
  },
  Unavailable: {
    code: 503,
    en: 'We are not available right now. Please try again in a moment.',
    'zh-CN': '服务暂时不可用，请稍后再试',
  },
  QuoteUnavailable: {
    code: 503,
    en: 'There is no current exchange rate for this token. Try again in a moment, or choose another token.',
    'zh-CN': '暂时取不到这个币种的汇率，请稍后再试或换一个币种',
  },
  PaymentDetailsUnavailable: {
    code: 503,
    en: 'Failed to retrieve payment details. Try again in a moment, or choose another network.',
    'zh-CN': '获取付款信息失败，请稍后再试或换一个网络',
  },
  ProviderUnavailable: {
    code: 503,
    en: 'The payment service does not answer. No money moved; please try again.',
    'zh-CN': '支付渠道没有响应，没有扣款，请稍后再试',
  },
} as const satisfies Record<string, Entry>

export type ErrorStatus = keyof typeof errors
export const errorText = (status: ErrorStatus, language: Language): string => errors[status][language]

/**
 * Error that is shown to the caller; the API translates it. `fields`: input name and its problem. `next`: data the
 * caller needs to continue. `retryAfterSeconds`: delay before a retry, if known.
 */
export class AppError extends Error {
  readonly status: ErrorStatus
  readonly fields: Readonly<Record<string, FieldError>>
  readonly next: NextStep
  readonly retryAfterSeconds: number | null
  constructor(
    status: ErrorStatus,
    fields: Readonly<Record<string, FieldError>> = {},
    {
      next = {},
      retryAfterSeconds = null,
      ...options
    }: ErrorOptions & { next?: NextStep; retryAfterSeconds?: number | null } = {},
  ) {
    super(status, options)
    this.name = 'AppError'
    this.status = status
    this.fields = fields
    this.next = next
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type BoundDevice = { id: string; type: number; os: number; name: string | null; lastUsedAt: number }
export type PromoFits = {
  plans: readonly string[] | null
  methods: readonly string[] | null
  currencies: readonly string[] | null
}
/**
 * Data with which the caller continues after an error. `SecondFactorRequired`: `challenge` for
 * user_login_second_factor. `DeviceLimitReached`: `challenge` for user_login_replace_device, with the devices to choose
 * from. `work`: puzzle; repeat the call with the header `work`, base64 of the JSON `{ challenge, solution }`.
 */
export type NextStep = {
  fits?: PromoFits
  told?: string
  challenge?: string
  expiresAt?: number
  limit?: number
  devices?: readonly BoundDevice[]
  work?: WorkChallenge
}

export function refuseFields(checks: Readonly<Record<string, FieldError | null>>): void {
  const wrong = Object.entries(checks).filter((entry): entry is [string, FieldError] => entry[1] !== null)
  if (wrong.length > 0) throw new AppError('InvalidInput', Object.fromEntries(wrong))
}

/** Response envelope of every call. On errors `data` holds the request id and what helps to fix the request. */
export type Envelope<T> = { code: number; msg: string; status: string; data: T }
export type ErrorData = ({ requestId: string; fields?: Record<string, string> } & NextStep) | null

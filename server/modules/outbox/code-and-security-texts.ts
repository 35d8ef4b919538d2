import type { Language } from '#shared/language.ts'

/** Templates of messages to customers. All exist in both languages, as a mail and as a short text for an SMS. */
export const templates = [
  'code-register',
  'code-reset',
  'code-bind',
  'has-account',
  'password-changed',
  'password-reset',
  'address-changed',
  'names-changed',
  'ways-in-changed',
  'deletion-requested',
  'payout-address',
  'change-asked',
  'code-change',
] as const
export type AccountTemplate = (typeof templates)[number]
/** Template of a message. Texts for operators are in `operator-notices.ts`. */
export type Template = AccountTemplate | 'operator-notice'

export type MailText = {
  readonly subject: string
  readonly heading: string
  readonly lead: string
  readonly notes: readonly string[]
  readonly action?: string
  /** Path of the link on this site. Absent if the template has its own link. */
  readonly page?: string
}

const keepToYourself = {
  en: 'It is valid for 10 minutes. None of us will ever ask you for it. If you did not ask for it, ignore this mail.',
  'zh-CN': '验证码 10 分钟内有效。我们的任何人员都不会向你索取它。如果不是你本人操作，请忽略这封邮件。',
}

export const mailTexts: Record<Language, (brand: string) => Record<AccountTemplate, MailText>> = {
  en: (brand) => ({
    'code-register': {
      subject: `Your ${brand} code`,
      heading: 'Open your account',
      lead: 'Enter this code to confirm that this address is yours:',
      notes: [keepToYourself.en],
    },
    'code-reset': {
      subject: `Your ${brand} code`,
      heading: 'Choose a new password',
      lead: 'Enter this code to set a new password:',
      notes: [keepToYourself.en, 'Setting a new password signs you out everywhere.'],
    },
    'code-bind': {
      subject: `Your ${brand} code`,
      heading: 'Add this address to your account',
      lead: 'Enter this code to confirm that this address is yours:',
      notes: [keepToYourself.en],
    },
    'has-account': {
      subject: `You already have a ${brand} account`,
      heading: 'There is an account already',
      lead: `Someone, probably you, wanted to use this address for a ${brand} account. It belongs to one already: sign in with it, or set a new password if you have forgotten yours.`,
      notes: ['If it was not you, ignore this mail. Nothing has changed.'],
      action: 'Log in',
    },
    'password-changed': {
      subject: `Your ${brand} password was changed`,
      heading: 'Your password was changed',
      lead: 'The password of your account was changed a moment ago, and other sessions were ended.',
      notes: ['If it was not you, set a new password now with a code to this address.'],
      action: 'Set a new password',
    },
    'password-reset': {
      subject: `Your ${brand} password was changed`,
      heading: 'A new password was set',
      lead: 'A new password was set for your account a moment ago. Everyone was signed out, and all passkeys were removed.',
      notes: [
        'Set up your passkeys again, and print new recovery codes if you had some: the old ones no longer reset your password.',
        'If it was not you, set another password now with a code to this address.',
      ],
      action: 'Set a new password',
    },
    'address-changed': {
      subject: `Your ${brand} account has a new address`,
      heading: 'This address was replaced',
      lead: 'Another address was confirmed for your account in place of this one. Codes go there from now on.',
      notes: ['If it was not you, contact support at once.'],
    },
    'names-changed': {
      subject: `A change in how you sign in to ${brand}`,
      heading: 'Your account can be reached another way',
      lead: 'An email address, phone number or account name was added to your account a moment ago, or took the place of another.',
      notes: [
        'If it was not you, set a new password now: that signs everyone out. Then look at the addresses in your account, under Security, and contact support if one is not yours.',
      ],
      action: 'Set a new password',
    },
    'ways-in-changed': {
      subject: `A change in how you sign in to ${brand}`,
      heading: 'The ways into your account have changed',
      lead: 'An authenticator app, a passkey or the recovery codes of your account were set up or removed a moment ago.',
      notes: [
        'If it was not you, set a new password now with a code to this address: that signs everyone out, removes every passkey, and printed recovery codes no longer reset your password. An authenticator app stays: if one was set up that is not yours, contact support.',
      ],
      action: 'Set a new password',
    },
    'deletion-requested': {
      subject: `Your ${brand} account will be deleted in 7 days`,
      heading: 'Your account will be deleted in 7 days',
      lead: 'You asked us to delete your account. If you change your mind, or if it was not you, sign in within 7 days: that keeps it.',
      notes: ['After that your personal data is erased, and the membership that is left is lost.'],
      action: 'Sign in and keep it',
    },
    'payout-address': {
      subject: `A new payout address for your ${brand} account`,
      heading: 'Your payouts go to another address',
      lead: 'The address that your commissions are paid to was set or changed a moment ago. It rests before anything is paid to it; your account says until when.',
      notes: ['If it was not you, set a new password now: that signs everyone out. Then put your own address back.'],
      action: 'Set a new password',
    },
    'change-asked': {
      subject: `A change of your ${brand} account waits`,
      heading: 'A change of your account waits',
      lead: 'Our support was asked to change how you get into your account. It happens after a day at the earliest.',
      notes: ['If it was not you, stop it now: no sign-in is needed.'],
      action: 'Stop it',
    },
    'code-change': {
      subject: `Confirm this address for ${brand}`,
      heading: 'Is this address yours?',
      lead: `Our support was asked to make this the address of a ${brand} account. If that is you, enter this code on the page below:`,
      notes: [
        'It is valid for 10 days. Enter it on that page alone; none of us will ever ask you for it.',
        'If you did not ask for it, ignore this mail: without the code nothing changes.',
      ],
      action: 'Enter the code',
    },
  }),
  'zh-CN': (brand) => ({
    'code-register': {
      subject: `${brand}验证码`,
      heading: '注册账号',
      lead: '请输入下面的验证码，确认这个邮箱是你的：',
      notes: [keepToYourself['zh-CN']],
    },
    'code-reset': {
      subject: `${brand}验证码`,
      heading: '设置新密码',
      lead: '请输入下面的验证码，设置新密码：',
      notes: [keepToYourself['zh-CN'], '设置新密码后，所有设备都需要重新登录。'],
    },
    'code-bind': {
      subject: `${brand}验证码`,
      heading: '绑定邮箱',
      lead: '请输入下面的验证码，确认这个邮箱是你的：',
      notes: [keepToYourself['zh-CN']],
    },
    'has-account': {
      subject: `你已经有${brand}账号了`,
      heading: '这个邮箱已有账号',
      lead: `有人（多半是你自己）想用这个邮箱注册或绑定${brand}账号，但它已经属于一个账号了。请直接登录；忘了密码的话，可以重新设置。`,
      notes: ['如果不是你本人操作，请忽略这封邮件，你的账号没有任何变化。'],
      action: '去登录',
    },
    'password-changed': {
      subject: `${brand}密码已修改`,
      heading: '密码已修改',
      lead: '你的账号密码刚刚修改过，其他已登录的设备都已退出。',
      notes: ['如果不是你本人操作，请立即用这个邮箱接收验证码，重新设置密码。'],
      action: '重新设置密码',
    },
    'password-reset': {
      subject: `${brand}密码已修改`,
      heading: '新密码已设置',
      lead: '你的账号刚刚设置了新密码，所有设备都已退出登录，通行密钥也已全部移除。',
      notes: [
        '请重新添加通行密钥。如果你有恢复码，它们不能再用来重置密码，请重新生成一份。',
        '如果不是你本人操作，请立即用这个邮箱接收验证码，再次重新设置密码。',
      ],
      action: '重新设置密码',
    },
    'address-changed': {
      subject: `${brand}账号更换了邮箱`,
      heading: '邮箱已更换',
      lead: '你的账号刚刚绑定了新的邮箱，取代了这一个。以后验证码会发到新邮箱。',
      notes: ['如果不是你本人操作，请立即联系客服。'],
    },
    'names-changed': {
      subject: `${brand}账号的登录方式有变动`,
      heading: '账号信息有变动',
      lead: '你的账号刚刚新增或更换了邮箱、手机号或账号名。',
      notes: [
        '如果不是你本人操作，请立即重新设置密码，所有设备都会退出登录；然后检查账号里的邮箱和手机号，发现不是你的，请联系客服。',
      ],
      action: '重新设置密码',
    },
    'ways-in-changed': {
      subject: `${brand}账号的登录方式有变动`,
      heading: '登录方式有变动',
      lead: '你的账号刚刚添加或移除了身份验证器、通行密钥，或更换了恢复码。',
      notes: [
        '如果不是你本人操作，请立即用这个邮箱接收验证码，重新设置密码：所有设备都会退出登录，通行密钥会全部移除，原来的恢复码也不能再重置密码。身份验证器会保留：如果被人添加了不是你的，请联系客服。',
      ],
      action: '重新设置密码',
    },
    'deletion-requested': {
      subject: `${brand}账号将在 7 天后注销`,
      heading: '账号将在 7 天后注销',
      lead: '我们收到了注销你账号的申请。如果改变主意，或者不是你本人操作，请在 7 天内登录，账号就会保留。',
      notes: ['7 天后，你的个人资料会被清除，剩余的会员时长也会失效。'],
      action: '登录并保留账号',
    },
    'payout-address': {
      subject: `${brand}账号的收款地址有变动`,
      heading: '收款地址有变动',
      lead: '你的佣金收款地址刚刚设置或更换，暂时不会向新地址打款，账号里写着到什么时候。',
      notes: ['如果不是你本人操作，请立即重新设置密码，所有设备都会退出登录；然后改回自己的地址。'],
      action: '重新设置密码',
    },
    'change-asked': {
      subject: `${brand}账号有一项变更待生效`,
      heading: '账号有一项变更待生效',
      lead: '客服收到申请，要变更你账号的登录方式，最早一天后生效。',
      notes: ['如果不是你本人申请，请立即阻止，无需登录。'],
      action: '阻止变更',
    },
    'code-change': {
      subject: `请确认${brand}账号的新邮箱`,
      heading: '这是你的邮箱吗？',
      lead: `客服收到申请，要把这个邮箱绑定到一个${brand}账号。如果是你本人申请，请打开下面的页面，输入验证码：`,
      notes: [
        '验证码 10 天内有效，只在该页面输入。我们的任何人员都不会向你索取它。',
        '如果不是你本人申请，请忽略这封邮件：没有验证码，什么都不会改变。',
      ],
      action: '去输入验证码',
    },
  }),
}

/** Texts of SMS messages. Each fits one SMS. Aliyun ignores them and sends its approved template instead. */
export const smsTexts: Record<
  Language,
  (brand: string, code: string, link: string) => Record<AccountTemplate, string>
> = {
  en: (brand, code, link) => ({
    'code-register': `${code} is your ${brand} code. Valid for 10 minutes. Never share it.`,
    'code-reset': `${code} is your ${brand} code for a new password. Valid for 10 minutes. Never share it.`,
    'code-bind': `${code} is your ${brand} code. Valid for 10 minutes. Never share it.`,
    'has-account': `This number already has a ${brand} account. Log in with it, or reset your password.`,
    'password-changed': `Your ${brand} password was changed. Not you? Reset it now.`,
    'password-reset': `A new ${brand} password was set, and passkeys were removed. Not you? Reset it now.`,
    'names-changed': `An address or name of your ${brand} account changed. Not you? Reset your password now.`,
    'address-changed': `Your ${brand} account has a new phone number in place of this one. Not you? Contact support.`,
    'ways-in-changed': `A way into your ${brand} account was set up or removed. Not you? Reset your password now.`,
    'deletion-requested': `Your ${brand} account will be deleted in 7 days. Sign in before then to keep it.`,
    'payout-address': `The payout address of your ${brand} account changed. It rests before it is paid. Not you? Reset your password now.`,
    'change-asked': `A change of your ${brand} account waits. Not you? Stop it: ${link}`,
    'code-change': `${code} confirms this number for a ${brand} account. Valid for 10 days. Enter it here alone: ${link}`,
  }),
  'zh-CN': (brand, code, link) => ({
    'code-register': `【${brand}】验证码 ${code}，10 分钟内有效，请勿告诉他人。`,
    'code-reset': `【${brand}】验证码 ${code}，用于设置新密码，10 分钟内有效，请勿告诉他人。`,
    'code-bind': `【${brand}】验证码 ${code}，10 分钟内有效，请勿告诉他人。`,
    'has-account': `【${brand}】这个手机号已有账号，请直接登录，或重新设置密码。`,
    'password-changed': `【${brand}】账号密码已修改。如非本人操作，请立即重新设置。`,
    'password-reset': `【${brand}】新密码已设置，通行密钥已全部移除。如非本人操作，请立即重新设置。`,
    'names-changed': `【${brand}】账号的邮箱、手机号或账号名有变动。如非本人操作，请立即重新设置密码。`,
    'address-changed': `【${brand}】账号已换绑新手机号。如非本人操作，请立即联系客服。`,
    'ways-in-changed': `【${brand}】账号的登录方式有变动。如非本人操作，请立即重新设置密码。`,
    'deletion-requested': `【${brand}】账号将在 7 天后注销，在此之前登录即可保留。`,
    'payout-address': `【${brand}】账号的收款地址有变动，暂时不会打款。如非本人操作，请立即重新设置密码。`,
    'change-asked': `【${brand}】账号有一项变更待生效。如非本人申请，请立即阻止：${link}`,
    'code-change': `【${brand}】验证码 ${code}，用于绑定新手机号，10 天内有效，仅在此页面输入：${link}`,
  }),
}

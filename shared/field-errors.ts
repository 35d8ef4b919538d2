import type { Language, Localized } from './language.ts'

export const fieldErrors = {
  Required: { en: 'Please fill this in', 'zh-CN': '请填写这一项' },
  Invalid: { en: 'This does not look right', 'zh-CN': '格式不正确' },
  AccountNameRequired: { en: 'Please enter your account name', 'zh-CN': '请输入账号名' },
  AccountNameFormat: {
    en: 'Use 4 to 32 letters, digits, dots, dashes or underscores',
    'zh-CN': '账号名为 4–32 位字母、数字、点、横线或下划线',
  },
  AccountNameTaken: {
    en: 'This account name is taken. Please choose another.',
    'zh-CN': '这个账号名已被使用，请换一个',
  },
  EmailRequired: { en: 'Please enter your email address', 'zh-CN': '请输入邮箱' },
  EmailInvalid: { en: 'Invalid email address', 'zh-CN': '邮箱格式不正确' },
  PhoneRequired: { en: 'Please enter your phone number', 'zh-CN': '请输入手机号' },
  PhoneInvalid: { en: 'Invalid phone number', 'zh-CN': '手机号不正确' },
  PhoneNoSms: {
    en: 'This number can’t receive text messages. Please enter a mobile number.',
    'zh-CN': '这个号码收不到短信，请填写手机号',
  },
  IdentifierTaken: { en: 'This belongs to another account already', 'zh-CN': '已绑定在另一个账号上' },
  CodeRequired: { en: 'Please enter the code', 'zh-CN': '请输入验证码' },
  CodeFormat: { en: 'The code has 6 digits', 'zh-CN': '验证码为 6 位数字' },
  CodeWrong: {
    en: 'This code is wrong or no longer valid. Check it, or get a new one.',
    'zh-CN': '验证码不正确或已失效，请核对，或重新获取',
  },
  PasswordRequired: { en: 'Please enter your password', 'zh-CN': '请输入密码' },
  PasswordTooShort: { en: 'Password must be at least 8 characters', 'zh-CN': '密码至少 8 位' },
  PasswordTooLong: { en: 'Password must be at most 128 characters', 'zh-CN': '密码最多 128 位' },
  PasswordWrong: { en: 'This is not your password', 'zh-CN': '密码不正确' },
  FactorCodeWrong: {
    en: 'This code is wrong or was used before. Please enter the next one.',
    'zh-CN': '动态码不正确或已使用过，请输入新的动态码',
  },
  DeviceNameFormat: { en: 'Use one line of at most 40 characters', 'zh-CN': '名称须为一行，最多 40 个字' },
  PasswordTooCommon: {
    en: 'This password is among the first that anyone would try. Please choose another.',
    'zh-CN': '这个密码太常见，容易被猜中，请换一个',
  },
  AgreementRequired: {
    en: 'Please agree to the User Agreement and Privacy Policy',
    'zh-CN': '请先同意《用户协议》和《隐私政策》',
  },
  TextTooLong: { en: 'This is too long. Please shorten it.', 'zh-CN': '内容过长，请精简一些' },
  ImageKind: { en: 'Send PNG, JPEG or WebP pictures', 'zh-CN': '仅支持 PNG、JPEG 或 WebP 图片' },
  ImageHeic: {
    en: 'HEIC pictures cannot be read here. Send a screenshot of it, or save it as JPEG.',
    'zh-CN': '无法读取 HEIC 图片，请发送截图，或另存为 JPEG',
  },
  ImageTooLarge: {
    en: 'This picture is too large: at most 4 MB, 50 million pixels, and 12,000 pixels on each side',
    'zh-CN': '图片过大：最大 4 MB、5000 万像素，每边最多 12000 像素',
  },
  ImageBroken: { en: 'This picture is damaged. Please choose another.', 'zh-CN': '图片已损坏，请换一张' },
  ChannelFormat: {
    en: 'Write an address that begins with https://, or the name alone',
    'zh-CN': '请填写以 https:// 开头的网址，或只写名字',
  },
  CampaignSlugFormat: {
    en: 'Use 2 to 24 lower-case letters, digits and dashes',
    'zh-CN': '请用 2–24 位小写字母、数字或横线',
  },
  GreetingNameFormat: {
    en: 'Use a name of at most 20 letters in up to three words, and none that sounds like ours',
    'zh-CN': '请填名字：最多 6 个汉字或 20 个字母，不能有数字和符号，也不要像是本站的名字',
  },
  CampaignSlugTaken: { en: 'You have a link of this name already', 'zh-CN': '你已有同名的推广链接' },
  PayoutAddressInvalid: {
    en: 'This is no address on the chosen network. Check both.',
    'zh-CN': '地址与所选网络不符，请核对',
  },
  PayoutAddressIsToken: {
    en: 'This is the contract of a token, not a wallet: money sent there is lost. Copy the address of your own wallet.',
    'zh-CN': '这是代币的合约地址，不是钱包，转入的钱无法找回。请填写你自己钱包的收款地址',
  },
  InviteCodeUnknown: {
    en: 'We do not know this invite code. Check it, or leave it empty.',
    'zh-CN': '没有这个邀请码，请检查，或者留空',
  },
} as const satisfies Record<string, Localized>

export type FieldError = keyof typeof fieldErrors
export const fieldErrorText = (error: FieldError, language: Language): string => fieldErrors[error][language]

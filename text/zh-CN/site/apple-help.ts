import type { AppleHelpText } from '#text/en/site/apple-help.ts'

export default {
  title: '苹果设备安装指南',
  description: (brand) => `所在地区的 App Store 里没有${brand}？照着做就能装上。`,
  headline: '在 iPhone 和 iPad 上装好它。',
  lead: '苹果给每个地区开了不同的商店。你那里没有的话，用一个有上架地区的 Apple 账户就行。',
  before: '开始之前',
  beforeText:
    '新注册一个 Apple 账户最省事，原来的账户一点不动。要是想改现有账户的地区，苹果会要求先用完余额、取消订阅。',
  steps: [
    ['注册 Apple 账户', '打开 account.apple.com，选一个有上架的国家或地区，邮箱要没注册过 Apple 账户的。'],
    ['打开 App Store', '点右上角头像，滑到最下面，退出登录。退的只是商店，iCloud、照片和信息都不受影响。'],
    ['登录新账户', '提示“此账户尚未使用”时，点“检查”，同意条款，付款方式选“无”。'],
    ['下载 App', '打开商店里我们的页面，点“获取”。装好后换回平时用的账户，App 还在，也能正常更新。'],
    ['允许连接', '打开 App，登录，点一下连接。系统会问要不要添加 VPN 配置，点“允许”，再输入设备密码。'],
  ],
  open: '打开 App Store 页面',
  none: 'App 上架后，这里会有商店链接。',
  stuck: '卡在哪一步了？',
  stuckText: '告诉我们是第几步，我们带你走完。',
  support: '联系客服',
  sample: '示例数据',
} satisfies AppleHelpText

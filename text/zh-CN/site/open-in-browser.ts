import type { OpenInBrowserTexts } from '#text/en/site/open-in-browser.ts'

export default {
  title: '请用浏览器打开本页',
  names: { wechat: '微信', qq: 'QQ ', alipay: '支付宝', telegram: 'Telegram ' },
  ios: (app) => `${app}里常常打不开 App Store。`,
  android: (app) => `${app}里常常下载不了安装包。`,
  menu: '点右上角的 ···',
  open: '选“在浏览器打开”或“在默认浏览器中打开”',
  openOther: '选“用浏览器打开”',
  orCopy: '也可以复制链接，粘贴到浏览器里打开：',
  signIn: '有账号的话，在浏览器里登录。',
  copy: '复制链接',
  copied: '已复制',
} satisfies OpenInBrowserTexts

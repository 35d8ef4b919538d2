import type { PayOutsideAppTexts } from '#text/en/site/pay-outside-app.ts'

const refused = (name: string) => `微信里打不开${name}，换到浏览器就能付。`

export default {
  title: '请在浏览器里付款',
  why: {
    alipay: refused('支付宝'),
    wechat: refused('这个页面的微信支付'),
  },
  menu: '点右上角的 ···',
  open: '选“在浏览器打开”或“在默认浏览器中打开”',
  orCopy: '也可以复制链接，粘贴到浏览器里打开：',
  copyLink: '复制链接',
  copy: '复制',
  copied: '已复制',
  signIn: '有账号的话，在浏览器里登录后再付。',
  other: '换一种付款方式',
  close: '关闭',
} satisfies PayOutsideAppTexts

const refused = (name: string) => `WeChat doesn’t open ${name} from this page. Your browser does.`

const payOutsideApp = {
  title: 'Pay in your browser',
  why: {
    alipay: refused('Alipay'),
    wechat: refused('WeChat Pay'),
  },
  menu: 'Tap ··· at the top right.',
  open: 'Choose “Open in browser” or “Open in default browser”.',
  orCopy: 'Or copy the link and paste it into your browser:',
  copyLink: 'Copy link',
  copy: 'Copy',
  copied: 'Copied',
  signIn: 'If you have an account, log in there.',
  other: 'Choose another way to pay',
  close: 'Close',
}
export default payOutsideApp
export type PayOutsideAppTexts = typeof payOutsideApp

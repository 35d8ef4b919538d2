const openInBrowser = {
  title: 'Open this page in your browser',
  names: { wechat: 'WeChat', qq: 'QQ', alipay: 'Alipay', telegram: 'Telegram' },
  ios: (app: string) => `Inside ${app}, the App Store often doesn’t open.`,
  android: (app: string) => `Inside ${app}, the app often doesn’t download.`,
  menu: 'Tap ··· at the top right.',
  open: 'Choose “Open in browser” or “Open in default browser”.',
  openOther: 'Choose to open the page in your browser.',
  orCopy: 'Or copy the link and paste it into your browser:',
  signIn: 'If you have an account, log in there.',
  copy: 'Copy link',
  copied: 'Copied',
}
export default openInBrowser
export type OpenInBrowserTexts = typeof openInBrowser

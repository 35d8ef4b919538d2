import { expect, test } from 'vitest'
import { insideApp } from './inside-app.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android =
  'Mozilla/5.0 (Linux; Android 14; 23127PN0CC Build/UKQ1; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0'

/**
 * Sources: WeChat blocks downloads of apps (dalaolala/blog#37, cloudreve/frontend#37), and so do QQ and TIM
 * (AppGalleryConnect/agc-flutter-plugin#4). On iOS WeChat opens no App Store (liuyan5258.github.io,
 * "weixin-to-appstore"). User agents: `web/payment/open-payment.test.ts`.
 */
test.each([
  ['wechat', `${iphone} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN`],
  ['wechat', `${android} XWEB/1160117 MMWEBSDK/20240501 Mobile Safari/537.36 MicroMessenger/8.0.50.2701 Language/en`],
  ['qq', `${iphone} Mobile/15E148 QQ/9.0.8.614 V1_IPH_SQ_9.0.8_1_APP_A Pixel/1170 NetType/WIFI`],
  ['qq', `${android} MQQBrowser/6.2 TBS/046247 Mobile Safari/537.36 V1_AND_SQ_9.0.8 QQ/9.0.8.14755 NetType/WIFI`],
  ['alipay', `${iphone} Mobile/15E148 Nebula AliApp(AP/10.6.0) AlipayClient/10.6.0 Language/zh-Hans`],
  ['alipay', `${android} UCBS/3.22 Mobile Safari/537.36 NebulaSDK/1.8 Nebula AliApp(AP/10.6.0) AlipayClient/10.6.0`],
  ['telegram', `${android} Mobile Safari/537.36 Telegram-Android/11.2.1 (Xiaomi; Android 14; SDK 34; HIGH)`],
  [null, `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`],
  [null, `${android} MQQBrowser/14.5 Mobile Safari/537.36 COVC/046915`],
  [
    null,
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 Chrome/107.0.0.0 Safari/537.36 MicroMessenger/7.0.20.1781 WindowsWechat',
  ],
])('recognises %s as the app whose browser shows the page', (app, agent) => {
  expect(insideApp(agent)).toBe(app)
})

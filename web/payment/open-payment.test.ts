import { afterEach, describe, expect, test, vi } from 'vitest'
import { methods } from '#shared/method.ts'
import { isBlockedByApp, usualMethod } from './open-payment.ts'

afterEach(() => vi.unstubAllGlobals())

const refusedIn = (userAgent: string) => {
  vi.stubGlobal('navigator', { userAgent })
  return methods.filter(isBlockedByApp)
}
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android =
  'Mozilla/5.0 (Linux; Android 14; 23127PN0CC Build/UKQ1; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0'

/**
 * Sources: an H5 payment cannot be called inside WeChat, "open the order outside WeChat" (WeChat Pay's H5 guide, common
 * errors, pay.weixin.qq.com/wiki/doc/api/H5.php?chapter=15_4). Alipay's pages are blocked there:
 * zoujingli/WeChatDeveloper#50, Tai7sy/card-system#38, befinal/node-tenpay#63.
 */
describe('in WeChat on a phone', () => {
  test.each([
    ['iOS', `${iphone} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN`],
    [
      'Android',
      `${android} XWEB/1160117 MMWEBSDK/20240501 Mobile Safari/537.36 MicroMessenger/8.0.50.2701 Language/en`,
    ],
    ['an Android tablet', `${android} Safari/537.36 MicroMessenger/8.0.50.2701 WeChat/arm64 Weixin NetType/WIFI`],
    ['WeCom', `${iphone} Mobile/15E148 wxwork/4.1.22 MicroMessenger/7.0.1 Language/zh ColorScheme/Light`],
  ])('Alipay and WeChat Pay are paid in another browser (%s)', (_, userAgent) => {
    expect(refusedIn(userAgent)).toEqual(['alipay', 'wechat'])
    expect(usualMethod(['alipay', 'wechat', 'unionpay'])).toBe('unionpay')
    expect(usualMethod(['alipay', 'wechat'])).toBe('alipay')
  })
})

test.each([
  // On computers buyers pay by QR code, which WeChat's own scanner reads.
  [
    'WeChat for Windows',
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/107.0.0.0 Safari/537.36 NetType/WIFI MicroMessenger/7.0.20.1781(0x6700143B) WindowsWechat(0x63090a13) XWEB/9129 Flue',
  ],
  // Source: a page opened in Alipay reaches WeChat by location.href
  // (blog.csdn.net/weixin_51185283/article/details/129417372).
  [
    'Alipay',
    `${iphone} Mobile/15E148 NebulaSDK/1.8.100112 Nebula AlipayDefined(nt:WIFI) AliApp(AP/10.6.0) AlipayClient/10.6.0`,
  ],
  // Source: WeChat's H5 guide names QQ's browser. Alipay's page loads in QQ but cannot open the Alipay app, so the
  // buyer pays on the page (alipay_legacy_wap.js of edusoho/edusoho; docs.open.alipay.com/203/107091).
  [
    'QQ',
    `${android} MQQBrowser/6.2 TBS/046247 Mobile Safari/537.36 V1_AND_SQ_9.0.8_5540_YYB_D QQ/9.0.8.14755 NetType/WIFI`,
  ],
  ['QQ browser', `${android} MQQBrowser/14.5 Mobile Safari/537.36 COVC/046915`],
  // Source: Telegram hands links to other apps to the system (BotWebViewContainer.java of DrKLO/Telegram at 021d326).
  ['Telegram on Android', `${android} Mobile Safari/537.36 Telegram-Android/11.2.1 (Xiaomi; Android 14; SDK 34; HIGH)`],
  // Telegram on iOS looks like Safari (TelegramMessenger/Telegram-iOS#736).
  ['Safari', `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`],
])('the browser "%s" opens every payment method', (_, userAgent) => {
  expect(refusedIn(userAgent)).toEqual([])
  expect(usualMethod(['alipay', 'unionpay'])).toBe('alipay')
})

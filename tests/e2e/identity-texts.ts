import deviceEn from '#web/text/en/device.ts'
import loginCodeEn from '#web/text/en/login-code.ts'
import resetEn from '#web/text/en/reset.ts'
import securityEn from '#web/text/en/security.ts'
import deviceZh from '#web/text/zh-CN/device.ts'
import loginCodeZh from '#web/text/zh-CN/login-code.ts'
import resetZh from '#web/text/zh-CN/reset.ts'
import securityZh from '#web/text/zh-CN/security.ts'

export const identityTexts = {
  en: { device: deviceEn, loginCode: loginCodeEn, reset: resetEn, security: securityEn },
  'zh-CN': { device: deviceZh, loginCode: loginCodeZh, reset: resetZh, security: securityZh },
}

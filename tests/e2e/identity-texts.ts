import deviceEn from '#text/en/site/device.ts'
import loginCodeEn from '#text/en/site/login-code.ts'
import resetEn from '#text/en/site/reset.ts'
import securityEn from '#text/en/site/security.ts'
import deviceZh from '#text/zh-CN/site/device.ts'
import loginCodeZh from '#text/zh-CN/site/login-code.ts'
import resetZh from '#text/zh-CN/site/reset.ts'
import securityZh from '#text/zh-CN/site/security.ts'

export const identityTexts = {
  en: { device: deviceEn, loginCode: loginCodeEn, reset: resetEn, security: securityEn },
  'zh-CN': { device: deviceZh, loginCode: loginCodeZh, reset: resetZh, security: securityZh },
}

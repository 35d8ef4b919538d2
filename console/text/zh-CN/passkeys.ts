import type { PasskeysText } from '../en/passkeys.ts'

const passkeys = {
  title: '通行密钥',
  about:
    '通行密钥可以代替口令和动态码登录后台，也可作为资金操作的二次验证。全部丢失时仍可使用口令和动态码；如果这些也丢失，由另一位所有者在“系统”中为你重新发放。',
  none: '你还没有通行密钥。',
  name: '名称',
  defaultName: '我的通行密钥',
  created: '添加时间',
  used: '上次使用',
  add: '添加通行密钥',
  remove: '移除',
} satisfies PasskeysText
export default passkeys

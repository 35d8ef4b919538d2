import type { SignInTexts } from '../en/sign-in.ts'
import auth from './auth.ts'

export default {
  auth,
  close: '关闭',
  doors: { label: '你的账号', new: '第一次来', login: '我有账号' },
  newTitle: '账号给你起好了。',
  loginTitle: '登录后接着付。',
  backTitle: '又见面了。',
  anotherName: '换一个名字',
  ownName: '自己填',
  keepPassword: '密码已生成，请保存好',
  copyPassword: '复制密码',
  copy: '复制',
  copied: '已复制',
  saveFile: '存成文件',
  fileName: '账号.txt',
  file: (site: string, name: string, password: string) => `网站：${site}\n账号：${name}\n密码：${password}\n`,
  ownPassword: '自己设密码',
  byAddress: '用邮箱或手机',
  invited: (code: string) => `邀请码 ${code} 有效。`,
  keptAndPay: (sum: string) => `保存好了，去付 ${sum}`,
  createAndPay: (sum: string) => `就用它，去付 ${sum}`,
  loginAndPay: (sum: string) => `登录并支付 ${sum}`,
  next: (method: string) => `下一步：${method}。套餐、价格、优惠码都给你留着。`,
} satisfies SignInTexts

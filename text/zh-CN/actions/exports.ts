import type { exports as english } from '#text/en/actions/exports.ts'
import { translation } from '#text/template.ts'

export const exports = translation<typeof english>()({
  'exports.start': {
    label: '新建导出',
    about:
      '将列表写成 CSV 文件，内容取自同一时刻；进度见“导出文件”。文件仅本人可读，24 小时后删除；含个人信息的文件，期间如有账号数据被清除，会提前删除。需要验证码。',
    says: [
      '将导出 {list}，列：{columns}；含个人信息：{personal}。文件保留 {hours} 小时。',
      '正在导出 {list}，编号 {id}，见“导出文件”。文件保留 {hours} 小时。',
    ],
    hints: {
      list: '要导出的内容',
      columns: '仅导出这些列；不选则导出所有不含个人信息的列',
      personal: '确认：需要包含可识别或联系到个人的列',
      month: '按商店时区的整月，代替起止日期',
      from: '不早于该日期或时间',
      until: '早于该日期或时间',
      currency: '订单、会计明细和账本：仅此币种',
      status: '订单：仅这些状态',
      operator: '审计日志：由该运营人员执行',
      action: '审计日志：仅此操作',
      membership: '用户：现在是会员、曾是会员或从未开通',
      endsWithin: '用户：会员在多少天内到期',
      plan: '用户：买过该套餐且未退款',
      paid: '用户：有或没有已付款且未退款的订单',
      blocked: '用户：是否被封禁',
      spokenIn: '用户：仅此语言',
    },
  },
  'exports.list': {
    label: '导出文件',
    about: '列出自己最近 24 小时的文件和已写入行数，最新的在前。',
    empty: { items: '没有文件。' },
  },
  'exports.show-mail': {
    label: '会计月度邮件',
    about: '显示每月收件的邮箱、是否已确认，以及下一封邮件的时间。',
  },
  'exports.set-mail': {
    label: '每月发邮件给会计',
    about:
      '向此邮箱发送确认链接。确认后，每月结束时（按商店时区）发送一封邮件，内含会计明细的链接，须以财务角色登录才能打开；邮件不含金额和个人信息。',
    says: [
      '将向 {address} 发送确认链接，{days} 天内有效。',
      '已向 {address} 发送确认链接，{days} 天内有效。第一封邮件在确认当月结束后发出。',
    ],
    hints: {
      email: '会计的邮箱，会计须有财务角色的运营账号',
      language: '邮件的语言',
    },
  },
  'exports.end-mail': {
    label: '停止月度邮件',
    about: '删除该邮箱，会计不再收到邮件。',
    says: ['将停止发往 {address} 的邮件。', '已停止发往 {address} 的邮件。'],
  },
  'exports.read': {
    label: '读取文件',
    about:
      '读取自己文件的一部分，每部分 5000 行；第一部分以列名开头。每次读取都需要验证码；含个人信息的文件还会记入审计日志。',
    hints: { id: '要下载的文件', part: '第几部分，默认第一部分' },
  },
})

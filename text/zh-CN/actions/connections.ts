import type { connections as english } from '#text/en/actions/connections.ts'
import { translation } from '#text/template.ts'

export const connections = translation<typeof english>()({
  'connections.list': {
    label: '对接',
    about: '列出各支付渠道、邮件、短信和区块链网络：是否配置、缺少什么、最近何时成功或失败。',
  },
  'connections.set': {
    label: '保存密钥',
    about: '加密保存对接的密钥，之后不再显示。数秒内生效，无需重启。',
    says: [
      '{connection}：{change}。设置项：{settings}。{formerKeys}',
      '{connection}：{change}。设置项：{settings}。{formerKeys}',
    ],
    hints: {
      connection: '对接的名称',
      values: '各设置项的值；以 _FILE 结尾的设置项填文件内容',
      leaked: '旧密钥可能已泄露：立即停止接受',
    },
  },
  'connections.remove': {
    label: '删除密钥',
    about: '删除在控制台填写的密钥，此后不再用它发起任何操作。',
    says: ['将删除 {connection} 的密钥。{formerKeys}', '已删除 {connection} 的密钥。{formerKeys}'],
    hints: {
      connection: '对接的名称',
      leaked: '密钥可能已泄露：立即停止接受',
    },
  },
  'connections.test': {
    label: '测试对接',
    about:
      '向对方发起一次无害的查询，或给您发送一条消息，不会动用资金。每位运营人员每小时最多测试 20 次，每天最多发送 5 条短信。',
    says: ['{connection} 的测试：{says}', '{connection} 的测试：{says}'],
    hints: {
      connection: '对接的名称',
      phone: '接收测试短信的手机号，带国家区号，例如 +8613800138000',
    },
  },
})

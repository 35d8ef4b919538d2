import type { tunnels as english } from '#text/en/actions/tunnels.ts'
import { translation } from '#text/template.ts'

export const tunnels = translation<typeof english>()({
  'tunnels.show': {
    label: '用户线路',
    about: '查看用户可用的线路：状态、期限、设备数，以及节点和面板中的标识。',
    empty: { providers: '没有面板需要同步此用户。' },
  },
  'tunnels.providers': {
    label: '代理面板',
    about: '列出开通线路的面板与接收端：服务对象、积压情况及原因。',
    empty: { providers: '还没有代理面板。', compared: '从未' },
  },
  'tunnels.set-provider': {
    label: '配置代理面板',
    about: '添加或修改面板、接收端；地址与密钥加密保存。现有会员会分批同步过去。',
    second: '已有会员正在使用。',
    hints: {
      provider: '隧道服务商名称，例如 panel-one',
      kind: '类型',
      serves: '服务对象：trial（试用）、paid（付费）、两者，或留空以关闭其上所有用户',
      file: 'JSON 格式的设置，见 docs/tunnels.md；不填则沿用之前的设置',
      newFeedToken: 'Webhook 类型：更换数据源令牌，旧令牌立即失效',
    },
  },
  'tunnels.remove-provider': {
    label: '移除代理面板',
    about: '移除代理面板及其设置和全部同步记录。',
    second: '那里还有已开通的用户。',
    says: [
      '将移除代理面板 {provider}；其中仍开通 {open} 人；已注销但仍在其中 {unerased} 人。',
      '已移除代理面板 {provider}；其中仍开通 {open} 人；已注销但仍在其中 {unerased} 人。',
    ],
    hints: { provider: '隧道服务商名称，例如 panel-one', abandon: '即使仍有用户在其上开通：面板已不存在' },
  },
  'tunnels.test-provider': {
    label: '测试代理面板',
    about: '检查面板的地址与凭据是否正确。Webhook 会收到一条签名的测试消息。',
    hints: { provider: '隧道服务商名称，例如 panel-one' },
  },
  'tunnels.compare': {
    label: '与面板比对',
    about:
      '将面板中的所有人与已同步的内容比对并修正，平时每日自动执行。其他人的用户不受影响。大量关闭需“允许面板关闭”确认。',
    hints: { provider: '隧道服务商名称，例如 panel-one' },
    empty: { drifts: '面板与已同步的内容一致。' },
  },
  'tunnels.let-close': {
    label: '允许面板关闭',
    about: '允许面板关闭或缩短因比对差异过多而暂缓的用户，执行前会逐个再核对。',
    says: ['将让 {provider} 按本站状态关闭或缩短 {people} 人。', '{provider} 将按本站状态关闭或缩短 {people} 人。'],
    hints: { provider: '隧道服务商名称，例如 panel-one' },
  },
  'tunnels.apply': {
    label: '重新同步',
    about: '向所有面板重新同步某用户的状态。',
    says: ['将向 {providers} 重新同步用户 {uid} 的状态。', '将向 {providers} 重新同步用户 {uid} 的状态。'],
  },
  'tunnels.drop': {
    label: '断开连接',
    about: '断开某用户当前的连接。仍有权限的会自动重连。',
    says: ['将断开用户 {uid} 在 {providers} 的连接。', '用户 {uid} 在 {providers} 的连接将断开。'],
  },
  'tunnels.rotate': {
    label: '更换链接',
    about: '更换某用户的全部链接，并让各面板更换其凭据。旧链接全部失效，用户可在账户中查看新链接。',
    says: [
      '将更换用户 {uid} 的 {links} 个链接及其在 {providers} 的凭据。',
      '已更换用户 {uid} 的 {links} 个链接；{providers} 的凭据随后更换。',
    ],
  },
})

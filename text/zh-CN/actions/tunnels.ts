import type { tunnels as english } from '#text/en/actions/tunnels.ts'
import { translation } from '#text/template.ts'

const connectionHints = {
  kind: '类型',
  url: '面板或接收端的地址，以 https:// 开头，与你自己打开时相同',
  apiToken: '面板的 API 令牌，需要 users:* 和 connections:drop 权限；不填则沿用已保存的',
  squads: '用户加入的内部小组（Internal squads）编号，每行一个，可在面板的同名页面查看',
  countDevices: '选“否”：使用不上报设备的应用也能连接。不选则统计设备数。',
  subscriptionUrl: '订阅页的地址；与面板地址相同则不填',
  webhookSecret: '面板的 WEBHOOK_SECRET_HEADER，用于即时接收面板自身的变更；不填则沿用已保存的',
  noWebhookSecret: '不再接收面板的消息',
  username: '非 sudo 管理员的用户名，只能看到本站的用户',
  password: '该管理员的密码；不填则沿用已保存的',
  protocols: '为每位用户开通的协议',
  vlessInbounds: 'VLESS 入站的标签，每行一个；不填则使用全部',
  trojanInbounds: 'Trojan 入站的标签，每行一个；不填则使用全部',
  shadowsocksInbounds: 'Shadowsocks 入站的标签，每行一个；不填则使用全部',
  signingSecret: '为每条消息签名的密钥，格式为 whsec_ 加 Base64；不填则沿用已保存的',
  previousSecret: '选“保留”：在接收端换上新密钥之前，消息同时用旧密钥签名',
}

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
    says: [
      '代理面板 {provider}（{origin}）将{change}。服务对象：{serves}；更换的密钥：{newSecrets} 个。',
      '代理面板 {provider}（{origin}）已{change}。服务对象：{serves}；更换的密钥：{newSecrets} 个。',
    ],
    hints: {
      ...connectionHints,
      provider: '面板名称，例如 panel-one',
      serves: '服务对象；选“无人”则关闭其上所有用户',
      file: '用一个文件提供全部设置，代替下面各项；见 docs/tunnels.md',
      newFeedToken: '更换数据源令牌，旧令牌立即失效',
    },
  },
  'tunnels.test-settings': {
    label: '测试连接',
    about: '用尚未保存的设置连接面板或接收端，不会改动对方的任何内容。',
    hints: { ...connectionHints, provider: '面板名称，例如 panel-one' },
  },
  'tunnels.remove-provider': {
    label: '移除代理面板',
    about: '移除代理面板及其设置和全部同步记录。',
    second: '那里还有已开通的用户。',
    says: [
      '将移除代理面板 {provider}；其中仍开通 {open} 人；已注销但仍在其中 {unerased} 人。',
      '已移除代理面板 {provider}；其中仍开通 {open} 人；已注销但仍在其中 {unerased} 人。',
    ],
    hints: { provider: '面板名称，例如 panel-one', abandon: '即使仍有用户在其上开通：面板已不存在' },
  },
  'tunnels.test-provider': {
    label: '测试代理面板',
    about: '检查面板的地址与凭据是否正确。Webhook 会收到一条签名的测试消息。',
    hints: { provider: '面板名称，例如 panel-one' },
  },
  'tunnels.compare': {
    label: '与面板比对',
    about:
      '将面板中的所有人与已同步的内容比对并修正，平时每日自动执行。其他人的用户不受影响。大量关闭需“允许面板关闭”确认。',
    hints: { provider: '面板名称，例如 panel-one' },
    empty: { drifts: '面板与已同步的内容一致。' },
  },
  'tunnels.let-close': {
    label: '允许面板关闭',
    about: '允许面板关闭或缩短因比对差异过多而暂缓的用户，执行前会逐个再核对。',
    says: ['将让 {provider} 按本站状态关闭或缩短 {people} 人。', '{provider} 将按本站状态关闭或缩短 {people} 人。'],
    hints: { provider: '面板名称，例如 panel-one' },
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

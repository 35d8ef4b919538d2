import type { nodes as english } from '#text/en/actions/nodes.ts'
import { translation } from '#text/template.ts'

export const nodes = translation<typeof english>()({
  'nodes.list': {
    label: '节点',
    about: '列出节点的监听地址、服务对象、所在地区、最近上报时间与负载。',
    empty: { nodes: '还没有节点。', called: '从未' },
  },
  'nodes.add': {
    label: '新增节点',
    about: '新增节点并显示一次编号与令牌，之后任何人都无法再次查看。',
    second: '已有会员正在使用。',
    hints: {
      name: '应用中显示的名称',
      group: '同组节点使用相同凭据；节点被盗时只会泄露本组凭据',
      protocol: '协议',
      host: '应用连接的地址',
      port: '端口',
      serves: '服务对象',
      networks: '节点请求的来源网段；不填则不限来源',
      country: '国家或地区代码，两个字母，如 JP；填写后网站会列出该地区并显示负载',
      cityEn: '城市英文名；不填则只显示国家或地区',
      cityZh: '城市中文名；与英文名同填或同不填',
      file: '设置文件（JSON）：vless 填 security（reality 需 serverName、shortId、privateKey、publicKey；tls 需 serverName），trojan 填 serverName，shadowsocks 填 serverKey',
    },
  },
  'nodes.edit': {
    label: '修改节点',
    about: '修改节点，未填的保持不变。“启用”可重新开启已停用的节点。',
    second: '改动客户端连接的地址，且已有会员正在使用。',
    says: ['将修改 {name}：{changed}。', '已修改 {name}：{changed}。'],
    hints: {
      node: '应用中显示的名称',
      group: '更换分组：应用下次更新时会获得新的凭据',
      host: '应用连接的地址',
      port: '端口',
      serves: '服务对象',
      networks: '节点请求的来源网段；不填则不限来源',
      country: '国家或地区代码，两个字母，如 JP；填写后网站会列出该地区并显示负载',
      cityEn: '城市英文名；不填则只显示国家或地区',
      cityZh: '城市中文名；与英文名同填或同不填',
      noPlace: '不再在网站上显示该地区',
      file: '设置文件（JSON）：vless 填 security（reality 需 serverName、shortId、privateKey、publicKey；tls 需 serverName），trojan 填 serverName，shadowsocks 填 serverKey',
      on: '启用',
    },
  },
  'nodes.disable': {
    label: '停用节点',
    about: '停用节点：其令牌被拒绝，不再向其分配应用，其在线记录清除。节点程序仍保留最后的名单，请在其机器上停止程序。',
    says: [
      '将停用 {name}。节点程序仍保留最后的名单，请在其机器上停止程序。',
      '{name} 已停用。节点程序仍保留最后的名单，请在其机器上停止程序。',
    ],
    hints: { node: '应用中显示的名称' },
  },
  'nodes.rotate-token': {
    label: '更换节点令牌',
    about: '为节点生成新令牌，仅显示一次。旧令牌在“移除旧令牌”或下次更换前仍然有效。',
    hints: { node: '应用中显示的名称', drop: '不生成新令牌，立即停用旧令牌' },
  },
})

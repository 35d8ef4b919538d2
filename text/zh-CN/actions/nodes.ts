import type { nodes as english } from '#text/en/actions/nodes.ts'
import { translation } from '#text/template.ts'

export const nodes = translation<typeof english>()({
  'nodes.list': {
    label: '节点',
    about: '列出节点的监听地址、服务对象、所在地区、最近上报时间与负载。',
    empty: { nodes: '还没有节点。', called: '从未' },
  },
  'nodes.traffic': {
    label: '节点流量',
    about: '列出各节点最近 30 天（UTC）每天上报的流量字节数。',
    empty: { days: '还没有节点上报流量。' },
  },
  'nodes.add': {
    label: '新增节点',
    about: '新增节点并生成密钥，安装命令仅显示一次。',
    second: '已有会员正在使用。',
    says: [
      '将新增节点 {name}（{protocol}），应用连接 {address}。密钥随即生成，私钥只发给该节点。',
      '{name} 已新增。请在一小时内到其机器上运行安装命令。',
    ],
    hints: {
      name: '在应用中显示，如“东京 1”',
      group: '小写字母，如 asia。同组节点使用相同凭据；节点被盗时只会泄露本组凭据',
      protocol: '多数网络适合 VLESS',
      security: 'REALITY 无需域名；TLS 会为您的域名申请证书',
      host: '机器的域名或地址，不含端口',
      port: '443 与普通网站无异。使用 TLS 或 Trojan 时还须开放 80 端口，用于申请证书',
      serverName:
        'REALITY：填写支持 TLS 1.3 的大型境外网站，陌生访客看到的是它；TLS 与 Trojan：填写已解析到该机器的域名',
      serves: '会员、试用者，或两者',
      networks: '仅允许来自这些地址的机器以该节点身份上报；留空则持有令牌即可。来自其中单个地址的访客会被告知已连接',
      country: '填写后网站会列出该地区及其负载',
      cityEn: '留空则只显示国家或地区',
      cityZh: '中英文名同填或同不填',
      file: '仅用于已在别处运行的节点：含自有密钥的 JSON 设置，替代以上各项',
    },
  },
  'nodes.install': {
    label: '生成安装命令',
    about: '生成用于部署节点机器的命令：仅显示一次，一小时内有效，只能使用一次，旧命令随之失效。',
    says: ['将为 {name} 生成安装命令。', '请在一小时内到 {name} 的机器上运行该命令。'],
    hints: { node: '应用中显示的名称' },
  },
  'nodes.edit': {
    label: '修改节点',
    about: '修改节点，未填的保持不变。“启用”可重新开启已停用的节点。',
    second: '改动客户端连接的地址，且已有会员正在使用。',
    says: ['将修改 {name}：{changed}。', '已修改 {name}：{changed}。'],
    hints: {
      node: '应用中显示的名称',
      group: '更换分组：应用下次更新时会获得新的凭据',
      host: '机器的域名或地址，不含端口',
      port: '应用连接的端口',
      serverName: 'REALITY：陌生访客看到的网站；TLS 与 Trojan：证书的域名，修改后请重新生成安装命令',
      newKeys: '应用下次更新后才能重新连接',
      serves: '会员、试用者，或两者',
      networks: '仅允许来自这些地址的机器以该节点身份上报；留空则持有令牌即可。来自其中单个地址的访客会被告知已连接',
      country: '填写后网站会列出该地区及其负载',
      cityEn: '留空则只显示国家或地区',
      cityZh: '中英文名同填或同不填',
      noPlace: '不再在网站上显示该地区',
      file: '含自有密钥的 JSON 设置，替代以上各项',
      on: '启用',
    },
  },
  'nodes.disable': {
    label: '停用节点',
    about: '停用节点：其令牌被拒绝，不再向其分配应用，其在线记录清除。节点程序仍保留最后的名单，请在其机器上停止程序。',
    says: [
      '将停用 {name}。节点程序仍保留最后的名单，请在其机器上停止程序。与它共用凭据的节点：{sameCredentials}。如机器已落入他人之手，请把这些节点移到另一个组。',
      '{name} 已停用。节点程序仍保留最后的名单，请在其机器上停止程序。与它共用凭据的节点：{sameCredentials}。如机器已落入他人之手，请把这些节点移到另一个组。',
    ],
    empty: { sameCredentials: '无' },
    hints: { node: '应用中显示的名称' },
  },
  'nodes.remove': {
    label: '删除节点',
    about: '删除已停用的节点及其密钥与令牌。',
    says: ['将删除 {name} 及其密钥。', '{name} 已删除。'],
    hints: { node: '应用中显示的名称' },
  },
  'nodes.rotate-token': {
    label: '更换节点令牌',
    about: '为节点生成新令牌，仅显示一次。旧令牌在“移除旧令牌”或下次更换前仍然有效。',
    hints: { node: '应用中显示的名称', drop: '不生成新令牌，立即停用旧令牌' },
  },
})

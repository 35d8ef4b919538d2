import type { NodeWizardText } from '#console/text/en/places/node-wizard.ts'

export default {
  back: '全部节点',
  protocol: '协议',
  protocolNote: '应用连接节点的方式',
  kinds: {
    reality: {
      name: 'VLESS + REALITY',
      about: '无需域名和证书，看起来像在访问一家大型网站，适合大多数网络。',
    },
    tls: { name: 'VLESS + TLS', about: '适用于已解析到该机器的自有域名，证书由节点自动申请。' },
    trojan: { name: 'Trojan', about: '与 VLESS + TLS 类似，适用于只支持 Trojan 的应用。' },
    shadowsocks: { name: 'Shadowsocks 2022', about: '速度快、无需域名，但较容易被识别。' },
  },
  node: '节点',
  nodeNote: '密钥与密码由系统生成，私密部分只有节点自己知道。',
  install: (node: string) => `安装 ${node}`,
  installNote: '命令仅显示这一次，一小时内有效，只能使用一次。',
  steps: [
    '以 root 登录机器，系统须为 Debian 12、Ubuntu 22.04 或更新版本。',
    '在防火墙中开放节点端口；使用 TLS 或 Trojan 时还须开放 80 端口。',
    '粘贴下面的命令并按回车。',
  ],
  copy: '复制命令',
  copied: '已复制',
  waiting: '等待运行命令……',
  fetched: '机器已取得设置，等待首次上报……',
  answered: '节点已响应，应用下次更新时即可使用。',
  expired: '命令已过期，请重新生成。',
  again: '重新生成命令',
  seeAll: '查看全部节点',
  hand: '手动部署',
  handNote: '适用于您自己的 UniProxy 程序。令牌仅显示这一次。',
  shop: '商店地址',
  number: '编号',
  token: '令牌',
  type: '类型',
} satisfies NodeWizardText

import type { PanelWizardText } from '#console/text/en/places/panel-wizard.ts'

const wizard: PanelWizardText = {
  back: '全部代理面板',
  kind: '面板',
  kindNote: '由谁为用户开通线路',
  kinds: {
    remnawave: {
      name: 'Remnawave',
      about: '3.x 版本。支持设备数限制，可断开已有连接。',
      steps: [
        '在面板中新建内部小组（Internal squad），加入用户可用的入站。',
        '新建 API 令牌，勾选 users:* 和 connections:drop 权限，并记下到期日。',
        '在下面填写这两项，然后测试连接。',
        '面板的订阅链接如果使用另一个地址，请在“高级”中填写；本站不访问其他地址，不填则客户拿不到节点列表。测试连接不检查这一项。',
      ],
    },
    marzban: {
      name: 'Marzban',
      about: '没有设备数限制，也不能断开已有连接。',
      steps: ['在面板中新建一个非 sudo 的管理员，它只能看到本站的用户。', '在下面填写其用户名和密码，然后测试连接。'],
    },
    webhook: {
      name: 'Webhook',
      about: '每次变更都以签名消息发给你自己的接收端，适用于其他面板。',
      steps: [
        '生成密钥：whsec_ 加上 32 个随机字节的 Base64，并在接收端填写同一密钥。',
        '在下面填写接收端地址和密钥，然后测试连接。',
        '保存后会显示一次数据源令牌。',
      ],
    },
  },
  secretsNote: '密钥加密保存，之后不再显示。',
  savedNote: '已保存的密钥不会显示，不填即沿用。',
  notify: '填入面板的 WEBHOOK_URL，即可立即收到面板自身的变更：',
  testing: '连接中…',
}
export default wizard

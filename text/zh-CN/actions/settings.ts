import type { settings as english } from '#text/en/actions/settings.ts'
import { translation } from '#text/template.ts'

export const settings = translation<typeof english>()({
  'settings.show': { label: '设置', about: '查看商店的各项设置，与文案中的 settings.json 一致。' },
  'settings.sentences': {
    label: '页面文字',
    about: '列出首页、价格页和下载页的每句话：原文与本站的改动。',
    empty: { ownEn: '原文', ownZh: '原文' },
  },
  'settings.set': {
    label: '修改设置',
    about: '修改一项设置。页面几秒内生效，无需重启。',
    second: '改动镜像或在线客服，在公告条里放链接，或指向此前没有指向过的网站。',
    says: ['将修改：{setting}。', '已修改：{setting}。'],
    hints: { setting: '“查看设置”中列出的设置项', value: '新的内容，格式与现在的相同' },
  },
  'notice.show': {
    label: '全站公告条',
    about: '查看当前显示在所有页面顶部的公告，例如维护通知。',
    empty: { until: '被撤下' },
  },
  'notice.set': {
    label: '发布全站公告条',
    about: '在所有页面顶部显示一条中英文公告，访客和用户都能看到。',
    second: '内容含有链接。',
    says: ['所有页面将显示“{zh}”（{en}），直到 {until}。', '所有页面已显示“{zh}”（{en}），直到 {until}。'],
    hints: { en: '英文，最多 200 个字符', zh: '中文，最多 200 字', until: '到时自动消失；不填则一直显示到手动撤下' },
    empty: { until: '被撤下' },
  },
  'notice.clear': {
    label: '撤下全站公告条',
    about: '撤下所有页面顶部的公告。',
    says: ['将撤下“{en}”。', '已撤下“{en}”。'],
  },
  'shop.switch': {
    label: '开放或关闭商店',
    about: '关闭时，访客只能看到筹备页，无法注册和购买。会员的客户端和订阅链接、已发起的付款和退款不受影响。',
    says: ['商店将变为：{state}。', '商店现在：{state}。'],
    hints: { state: '开放后，所有人都可以注册和购买' },
    empty: { missing: '开店清单没有缺项。' },
  },
  'rehearsals.show': {
    label: '演练',
    about: '查看演练的价格和演练订单；演练订单不计入任何数据。',
    empty: {
      orders: '开始演练后注册账号，用真实款项购买演练套餐，连接成功后回到这里退款。',
      prices: '演练套餐没有价格。',
    },
  },
  'rehearsals.set-price': {
    label: '修改演练价格',
    about: '修改一笔测试订单的价格。款项是真实的，经正式渠道付款，之后退回。',
    says: ['演练价格将从 {before} 改为 {after}。', '演练价格已从 {before} 改为 {after}。'],
    hints: { currency: '币种', price: '渠道允许的最小金额即可' },
  },
  'methods.list': {
    label: '付款方式',
    about: '查看已开通的付款方式，以及哪些已暂停。',
    empty: { methods: '没有开通付款方式，请在“系统 › 对接”中填写商户账号。' },
  },
  'methods.pause': {
    label: '暂停付款方式',
    about: '不再提供这种付款方式，无需重启。已开始的付款仍可完成，到账照常处理。',
    says: [
      '将不再提供 {method}；{openOrders} 笔待付款订单仍可用它付款；继续提供：{left}。',
      '已不再提供 {method}；{openOrders} 笔待付款订单仍可用它付款；继续提供：{left}。',
    ],
    hints: { method: '支付方式' },
  },
  'methods.resume': {
    label: '恢复付款方式',
    about: '重新提供这种付款方式。',
    says: ['将重新提供 {method}；提供中：{left}。', '已重新提供 {method}；提供中：{left}。'],
    hints: { method: '支付方式' },
  },
  'routes.list': {
    label: '支付路由',
    about:
      '列出每种支付方式由哪个渠道处理，以及还可以由哪些渠道处理。采用 MD5 的易支付没有每日账单，密钥一旦泄露，任何人都能伪造付款通知。',
    empty: { routes: '没有开通付款方式，请在“系统 › 对接”中填写商户账号。' },
  },
  'routes.set': {
    label: '更换路由',
    about: '将某种支付方式的新付款交由另一渠道处理，无需重启。已发起的付款仍由原渠道处理：通知、查询和退款都不变。',
    says: [
      '将把 {currency} 的 {method} 从 {before} 改由 {after} 处理；{openOrders} 个未完成订单继续走原渠道。',
      '{currency} 的 {method} 已从 {before} 改由 {after} 处理。',
    ],
    hints: { method: '支付方式', currency: '币种', provider: '新的渠道' },
  },
})

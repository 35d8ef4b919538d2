import type { imports as english } from '#text/en/actions/imports.ts'
import { translation } from '#text/template.ts'

export const imports = translation<typeof english>()({
  'imports.add': {
    label: '读取其他面板的文件',
    about:
      '从 Xboard、V2board 或 SSPanel-UIM 的 MySQL 备份或 CSV 导出中读取用户、套餐和订单，或从任意 CSV 文件读取用户，并列出可导入的内容。此时不会导入任何人，也不读取文件中的支付配置。未开始导入的文件 7 天后删除。',
    says: [
      '将读取 {people} 位用户和 {orders} 笔订单，其中 {refused} 位用户无法导入。',
      '已读取 {people} 位用户和 {orders} 笔订单，编号 {id}；{refused} 位用户无法导入。尚未导入任何人：请先核对套餐，再开始导入。',
    ],
    hints: {
      source: '文件来源；csv：任意带邮箱列的文件',
      file: '未压缩的备份或 CSV 文件',
      origin: '旧店名称，从多家店导入时填写；默认与来源相同',
      offset: '文件中未标时区的日期所用时区，默认 +08:00',
      hash: 'SSPanel-UIM 或 CSV 的密码哈希方式，使用 bcrypt 或 argon2 时不填',
      salt: 'SSPanel-UIM 配置中的 salt',
    },
    empty: { reasons: '没有无法导入的行。', plans: '没有用户拥有套餐。', name: '未命名' },
  },
  'imports.discard': {
    label: '删除已读取的文件',
    about: '删除已读取但未开始导入的文件。',
    says: ['将删除 {origin} 的 {rows} 行。', '已删除 {origin} 的 {rows} 行。'],
    hints: { id: '要删除的导入' },
  },
  'imports.start': {
    label: '开始导入',
    about:
      '导入已读取文件中的用户。他们可用原密码登录，保留时长，旧订阅链接会转到新链接。导入由后台任务完成，中断后自动继续。重复导入同一文件不会有变化；导入较新的文件只更新有变化的内容。',
    says: [
      '将新增 {added} 位用户（{members} 位有时长），更新 {changed} 位；{same} 位不变，{refused} 位无法导入。',
      '正在导入：新增 {added} 位用户（{members} 位有时长），更新 {changed} 位；{same} 位不变，{refused} 位无法导入。进度见“导入”列表。',
    ],
    hints: {
      id: '要开始的导入',
      plans: '为每个旧套餐指定一个本店套餐，用户按其设备数使用',
      neverMonths: '以多少个月代替永不到期；不填则这些用户无法导入',
      balancePerDay: '旧余额多少元折算一天；不填则余额不折算时长',
      language: '给这些用户发消息所用的语言，默认中文',
    },
    empty: { reasons: '没有无法导入的行。' },
  },
  'imports.undo': {
    label: '撤销导入',
    about:
      '删除此次导入新增的用户及其时长和链接。已登录、仍在使用旧链接或已有订单的用户会保留，对更早导入的用户所做的更改也会保留。面板上已开通的用户，待面板关闭后再删除。',
    says: [
      '将删除 {origin} 的 {people} 位用户。{joined} 位已登录，会保留。',
      '正在删除 {origin} 的 {people} 位用户。{joined} 位已登录，会保留。进度见“导入”列表。',
    ],
    hints: { id: '要撤销的导入' },
  },
  'imports.list': {
    label: '导入',
    about: '列出各次导入及进度，最新的在前。',
    empty: { items: '还没有导入。', failure: '无', started: '未开始', ended: '未结束' },
  },
  'imports.show': {
    label: '导入详情',
    about: '查看一次导入：数量、无法导入的原因，以及各旧套餐的人数。',
    hints: { id: '要查看的导入' },
    empty: { reasons: '没有无法导入的行。', plans: '套餐已全部导入。', failure: '无', name: '未命名' },
  },
  'imports.refused': {
    label: '无法导入的行',
    about: '列出一次导入中无法导入的行及原因。导入结束 30 天后删除。',
    hints: { id: '要查看的导入', afterRow: '从此行之后继续' },
    empty: { items: '没有无法导入的行。' },
  },
  'imports.orders': {
    label: '用户的旧店订单',
    about: '列出用户在旧面板中的订单，这些订单不计入任何统计。',
    empty: { items: '该用户没有旧店订单。', paid: '未付款' },
  },
})

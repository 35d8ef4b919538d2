import type { payouts as english } from '#text/en/actions/payouts.ts'
import { translation } from '#text/template.ts'

export const payouts = translation<typeof english>()({
  'payouts.list': {
    label: '打款',
    about:
      '列出尚未支付或链上无法确认的结算，最早的在前。“净额”为扣除之后退款的应付金额；“转入预留”为暂不支付的部分；“补付预留”为补付的此前预留。',
    hints: { stage: '只列出处于该阶段的；“已支付”和“链上已确认”由新到旧排列' },
    empty: { items: '没有符合条件的结算。' },
  },
  'payouts.stages': {
    label: '结算单阶段',
    about: '统计各阶段的结算单数量和金额，与结算单列表按阶段筛选的结果一致。最多计到 1,000 笔，更多时会注明。',
  },
  'payouts.prepare': {
    label: '生成结算',
    about: '结算一个月：为每位达到最低打款额的推广者生成结算单。重复执行不会多生成。',
    hints: { period: '结算月份' },
  },
  'payouts.set-zone': {
    label: '设置商店时区',
    about:
      '设置从下个月起按哪个时区划分统计、导出、结算和对账单的日与月，未设置时按 UTC。本月仍按原来的时间结束；还没有任何数据的商店立即生效。',
    second: '任何情况下。',
    says: [
      '从 {month} 起，结算月将由 {before} 改按 {zone} 划分：该月自 {begins} 起，至 {ends} 止。',
      '从 {month} 起，结算月由 {before} 改按 {zone} 划分：该月自 {begins} 起，至 {ends} 止。',
    ],
    hints: { zone: '时区的 IANA 名称，如 Asia/Shanghai' },
  },
  'payouts.approve': {
    label: '批准打款',
    about: '按填写的地址批准由另一位运营人员准备的结算，之后其收款地址不再变动。',
    says: [
      '将批准：通过 {chain} 向 {address} 支付等值 {amount} 的 USDT。',
      '已批准：通过 {chain} 向 {address} 支付等值 {amount} 的 USDT。',
    ],
    hints: { id: '要处理的结算单', address: '收款地址，以结算单列表中显示的为准' },
  },
  'payouts.approve-batch': {
    label: '批量批准',
    about:
      '批准由另一位运营人员准备的多笔结算，每笔写明地址，合成一份清单，用一个文件打款。不能批准的会列出原因，继续等待。',
    hints: { payouts: '结算单，每笔附上收款地址' },
  },
  'payouts.batches': {
    label: '打款清单',
    about: '列出一起批准的结算，最新的在前，以及其中还没有交易的部分。',
    empty: { items: '还没有打款清单。' },
  },
  'payouts.file': {
    label: '生成打款文件',
    about: '生成批量打款工具可用的文件（CSV）及其 SHA-256。只包含现在可以打款、且尚未列入其他文件的部分。',
    hints: {
      batch: '一起批准的打款清单',
      chain: '网络，一笔交易只在一个网络上打款',
      again: '为何把已列入其他文件的结算再列入这个文件（原文件不会发送）',
      unsent: '从未发送的文件名，只重复列入最后列在该文件中的结算',
    },
    empty: { again: '均未列入其他文件。' },
  },
  'payouts.check-file': {
    label: '核对打款文件',
    about: '逐行核对打款文件与现在可以打款的内容，并将其 SHA-256 与生成时登记的比对。',
    hints: { batch: '一起批准的打款清单', chain: '网络，一笔交易只在一个网络上打款', file: '即将用来打款的文件' },
    empty: { wrong: '每一行都正确。' },
  },
  'payouts.paid-batch': {
    label: '登记交易',
    about:
      '登记支付一份清单的交易。一笔交易可以支付多笔结算，逐笔在链上核对。没有对应交易的会列出，保持未付。中断后可用同一文件继续。',
    hints: { batch: '一起批准的打款清单', file: '每行一个交易哈希，可以附上结算单编号' },
  },
  'payouts.paid': {
    label: '登记已打款',
    about: '登记支付结算的链上交易；配置了节点时会在链上核对。',
    says: ['将登记 {amount} 已由 {hash} 支付（{seen}）。', '已登记 {amount} 由 {hash} 支付（{seen}）。'],
    hints: {
      id: '要处理的结算单',
      hash: '链上交易哈希',
      sentBefore: '款项已经汇出、而应付金额现已减少时，说明为何仍要记录',
    },
  },
  'payouts.allow-address': {
    label: '允许共用地址',
    about: '允许共用同一收款地址的推广者向它打款。之后若再有人使用这个地址，只暂停此人，不影响其他人。',
    says: ['将允许共用 {address}：{affiliates}。', '已允许共用 {address}：{affiliates}。'],
    hints: { address: '收款地址，以结算单列表中显示的为准' },
  },
  'payouts.hold-address': {
    label: '暂停共用地址',
    about:
      '收回共用收款地址的许可：后来使用该地址的推广者，不再批准或打款；最早使用的人照常打款，如需一并停止，请停用该推广者。',
    says: [
      '将暂停以下推广者在 {address} 的打款：{affiliates}。未列出的人最早使用该地址，照常打款。',
      '已暂停以下推广者在 {address} 的打款：{affiliates}。未列出的人最早使用该地址，照常打款。',
    ],
    hints: { address: '收款地址，以结算单列表中显示的为准' },
  },
  'payouts.cancel': {
    label: '放弃打款',
    about:
      '放弃尚未支付的结算，其佣金等待下次结算。已批准的可能已汇出：须声明未汇出，配置了节点时会在链上核对。已列入打款文件的，须写明全部文件名。',
    hints: {
      id: '要处理的结算单',
      notSent: '确认：没有汇出任何款项',
      files: '所在的全部打款文件名，这些文件都不会再发送',
    },
  },
  'terms.list': {
    label: '推广条款',
    about: '列出已发布的推广条款版本，以及今天生效的条款。',
    empty: { versions: '尚未发布过，沿用默认条款。' },
  },
  'terms.publish': {
    label: '发布推广条款',
    about: '用文件（JSON）发布一版推广条款，自其中的生效日期起对之后的订单生效。',
    second: '条款超出界限：佣金比例、冻结期或最低结算额。',
    hints: { file: 'JSON 格式的条款' },
  },
})

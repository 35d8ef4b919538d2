import type { OutcomeTexts, Told } from '#text/en/site/outcome.ts'
import order from './order.ts'
import paidBy from './paid-by.ts'

const nb = '\u00a0'
const runs = ({ until }: Told) => (until === null ? '' : `会员有效期至 ${until}。`)
const raised = ({ devices }: Told) => (devices ? `现在可以同时用 ${devices.after}${nb}台。` : '')
const kept = ({ total, minutes, promoCode, group }: Told) =>
  `${total} 给你留 ${minutes}${nb}分钟${promoCode === null ? '' : `，优惠码 ${promoCode} 也在`}${group ? '，座位也在' : ''}。`
const person = ({ decideBy }: Told) => (decideBy === null ? '正在人工核对。' : `正在人工核对，${decideBy} 前给你结果。`)

const words: OutcomeTexts['words'] = {
  elsewhere: () => ({ title: '付好了，回电脑上看吧。', text: '电脑上已经显示成功，这个页面可以关了。' }),
  'elsewhere-wait': () => ({
    title: '还没付成。',
    text: '在付款应用里付完，这里自动更新。订单在你的电脑上。',
  }),
  'elsewhere-other': () => ({ title: '登录后查看订单。', text: '订单只给下单的账号看。' }),
  open: (told) => ({ title: '这笔还没付。', text: kept(told) }),
  declined: (told) => ({
    title: told.isCard ? '银行卡被拒了。' : '付款被拒了。',
    text: `${told.isCard ? '银行拒绝了这笔付款，没有扣款。' : '支付渠道拒绝了这笔付款，没有扣款。'}${kept(told)}`,
  }),
  back: (told) => ({ title: '这笔还没付。', text: kept(told) }),
  checking: () => ({ title: '正在确认付款。', text: '正在向支付渠道查询，有结果自动更新。' }),
  slow: (told) => ({ title: '还没到账。', text: `银行有时慢几分钟，到账后照常入账。没付完？${kept(told)}` }),
  'c-seen': ({ token: { arriving, symbol, confirmations } }) => ({
    title: `看到你的 ${arriving}${nb}${symbol} 了。`,
    text: `${confirmations ? `已确认 ${confirmations.done}/${confirmations.needed}。` : '正在等链上确认。'}关掉页面也没事。`,
  }),
  'c-short': ({ token: { missing, received, asked, symbol }, payableUntil }) => ({
    title: `还差 ${missing}${nb}${symbol}。`,
    text: `已到 ${received}，共 ${asked}。${payableUntil} 前补到同一地址。`,
  }),
  free: (told) => ({
    title: '不用付钱，出发。',
    text: `${told.promoCode === null ? '这笔不用付钱。' : `优惠码 ${told.promoCode} 抵了全部。`}${runs(told)}`,
  }),
  late: (told) => ({
    title: '到账晚了，但已入账。',
    text: `${told.total} ${told.paidAt === null ? '' : `在 ${told.paidAt} `}到账，订单虽已关闭，照样生效。${runs(told)}${raised(told)}`,
  }),
  paid: (told) => ({
    title: order.success.title,
    text: `${told.by} ${told.total} 已到账。${runs(told)}${raised(told)}`,
  }),
  'c-over': (told) => ({
    title: `付好了，多付了 ${told.token.excess}${nb}${told.token.symbol}。`,
    text: `应付 ${told.total}。${runs(told)}填个地址，多付的退给你。`,
  }),
  'group-wait': (told) => ({
    title: `你的座位付好了，还差 ${told.group?.missing ?? 1}${nb}人。`,
    text: `${told.group?.ends ?? ''} 前没满，${told.total} 全部原路退回。满员后同时开通。`,
  }),
  'group-full': (told) => ({ title: '满员，发车。', text: `${told.by} ${told.total} 已付。${runs(told)}` }),
  'group-treat': (told) => ({
    title: `${told.group && told.group.seats > 1 ? `${told.group.seats}${nb}个座位都` : '座位'}付好了，把链接发出去。`,
    text: `${told.by} ${told.total} 已付。${told.until === null ? '' : `你的会员已开通，到 ${told.until}。`}${told.group?.ends ?? ''} 前没人坐的座位，时长归你。`,
  }),
  'group-back': (told) => ({
    title: '没凑满，钱退给你。',
    text:
      told.refundedOn === null || told.since !== null
        ? `${told.since === null ? told.total : `${told.refunding} 从 ${told.since}起`}正原路退回${told.to}。`
        : `${told.refunded} 已在 ${told.refundedOn}原路退回${told.to}。`,
  }),
  'group-seat': (told) => ({
    title:
      told.group?.state === 'over'
        ? '这个团结束了。'
        : told.group?.state === 'unopened'
          ? '你的团还没开。'
          : '座位放出来了。',
    text: `到 ${told.endedAt} 没看到付款。如果你刚刚付款，${
      told.group?.state === 'over'
        ? '全部原路退回。'
        : told.group?.state === 'unopened'
          ? '钱一到就开团。'
          : '座位还在就归你，不在就原路退回。'
    }`,
  }),
  expired: ({ endedAt }) => ({
    title: '付款时间过了。',
    text: `到 ${endedAt} 没看到付款。如果你刚刚付款，到账后照常入账。`,
  }),
  cancelled: ({ endedBy }) => ({
    title:
      endedBy === 'buyer'
        ? '你取消了这笔订单。'
        : endedBy === 'provider'
          ? '支付渠道没有接下这笔订单。'
          : '这笔订单由我们取消了。',
    text: '没有看到付款。之后到账也照常入账。',
  }),
  'c-late': (told) => ({
    title: `收到 ${told.token.received}，应付 ${told.token.asked}${nb}${told.token.symbol}。`,
    text: `${person(told)}补足还是退回，你说了算。`,
  }),
  review: (told) => ({
    title: told.received === told.total ? `收到 ${told.received}。` : `收到 ${told.received}，应付 ${told.total}。`,
    text: `${person(told)}核对后会为你开通会员，或原路退款。`,
  }),
  dispute: (told) => ({
    title: told.isChain ? `${told.disputed} 被链上撤回了。` : `银行要求退回 ${told.disputed}。`,
    text: '处理完之前，会员暂停。不是你本人操作？请联系我们。',
  }),
  'refund-failed': (told) => ({
    title: '退款要人工处理。',
    text: `${told.stuck} 没能退到${told.to}，${told.decideBy === null ? '我们会答复你。' : `${told.decideBy} 前答复你。`}`,
  }),
  'partly-refunding': (told) => ({
    title: `${told.refunding} 正在退回。`,
    text: `${told.since ?? ''}原路退出${told.isChain ? '。' : '，到账一般要几天。'}${told.until === null ? '' : `会员不变，仍到 ${told.until}。`}`,
  }),
  refunding: (told) => ({
    title: `${told.refunding} 正在退回。`,
    text: `${told.since ?? ''}原路退出${told.isChain ? '。' : '，到账一般要几天。'}${told.days === null ? '' : `退完后，换来的 ${told.days}${nb}天收回。`}${told.devices ? `退完后恢复 ${told.devices.before}${nb}台，天数不变。` : ''}`,
  }),
  partly: (told) => ({
    title: `已退还 ${told.refunded}。`,
    text: `${told.refundedOn ?? ''}已原路退回，实付 ${told.kept}。${told.until === null ? '' : `会员不变，仍到 ${told.until}。`}`,
  }),
  refunded: (told) => ({
    title: `${told.refunded} 已退回。`,
    text: `${told.refundedOn ?? ''}原路退回${told.days === null ? '。' : `，换来的 ${told.days}${nb}天已收回${told.memberUntil === null ? '。' : told.isMember ? `，会员有效期至 ${told.memberUntil}。` : `，会员到 ${told.memberUntil}为止。`}`}${told.devices ? `已恢复 ${told.devices.before}${nb}台，天数不变。` : ''}`,
  }),
}

export default {
  words,
  twice: ({ sum, on, isStuck }, to) =>
    isStuck
      ? `你付了两次，第二笔 ${sum} 没能退到${to}，正由人工处理。`
      : on === null
        ? `你付了两次，第二笔 ${sum} 正原路退回。`
        : `你付了两次，第二笔 ${sum} 已在 ${on}原路退回。`,
  by: paidBy,
  to: { card: '你的银行卡', alipay: '支付宝', wechat: '微信支付', unionpay: '银联', crypto: '你的地址' },
  pay: (total, by) => `用${by === paidBy.wechat ? '微信' : by}付 ${total}`,
  orWith: '换个方式付',
  methods: { alipay: '支付宝', wechat: '微信', unionpay: '银联', card: '银行卡', crypto: '加密货币' },
  noMethods: '付款方式没加载出来。',
  keptForYou: '为你保留',
  timeLeft: '剩余付款时间',
  minutesLeft: (minutes) => `还剩 ${minutes}${nb}分钟付款`,
  timeIsUp: '时间到了。如果已经付款，到账后照常入账。',
  opening: '正在打开支付渠道',
  asking: '正在向支付渠道查询',
  askAgain: '再查一次',
  notHere: '还没有新消息。',
  notDetected: (number: string) => `没查到付款。如果钱已经扣了，请联系客服，订单号 ${number}。`,
  notPaid: '我没付',
  support: '联系客服',
  askRefund: '申请退款',
  tooLittle: '金额太小转不出去？申请按付清处理',
  giveAddress: '提交收款地址',
  giveBack: {
    label: '退到哪个地址',
    hint: '填你自己的地址，网络和付款时一致。',
    wrong: '这不是付款所用网络的有效地址，请从钱包或交易所重新复制。',
    ours: '这是你付款时转入的地址，请填你自己的地址。',
    contract: '这是代币的合约地址，转进去就找不回来了，请填你自己的地址。',
    sending: '正在提交地址',
    sent: (address: string) => `收到了，地址是 ${address}。进度可以在账号的“客服”里看。`,
    message: (number: string, excess: string, address: string) =>
      `订单 ${number} 多付了 ${excess}，请退到 ${address}。`,
  },
  cancel: '取消订单',
  cancelling: '正在取消',
  cancelAsk: {
    title: '取消这笔订单？',
    text: ({ hasCode, hasSeat }) =>
      `${hasCode ? (hasSeat ? '价格、优惠码和座位' : '价格和优惠码') : hasSeat ? '价格和座位' : '价格'}不再保留。之后到账也照常入账。`,
    yes: '确认取消',
    no: '留着',
  },
  plans: '去选套餐',
  payAgain: '重新下单',
  getApp: '下载客户端',
  connect: '连接设备',
  receipt: '收据',
  seeOrder: '查看订单',
  goOn: '继续付款',
  alsoOpen: '其他未完成的订单',
  transaction: '看链上交易',
  sendRest: '看收款地址',
  copyAddress: '复制地址',
  copyRest: '复制还差的金额',
  share: '发链接',
  shareFailed: '分享面板没打开，复制链接也行。',
  copy: '复制',
  copied: '已复制',
  copyLink: '复制拼团链接',
  group: '看看拼团',
  newGroup: '再开一个团',
  alone: '单独购买',
  logIn: '在这里登录',
  privacy: '为了隐私，这里只能看到这些。',
  onDay: (clock, day) => `${day} ${clock}`,
  tomorrow: (clock) => `明天 ${clock}`,
  rows: {
    order: '订单号',
    plan: '套餐',
    price: '价格',
    promo: (code) => `优惠码 ${code}`,
    paid: (day, by) => `${day}，${by}`,
    toPay: '应付',
    asked: '订单金额',
    arrived: '收到',
    refunded: (day) => `${day}退款`,
    refunding: (day) => `${day}起退款中`,
    failed: (day) => `${day}未成功的退款`,
    second: (label) => `${label}（第二笔付款）`,
    secondPayment: '第二笔付款',
    kept: '实付',
    until: '会员有效期至',
    withSeats: (name, count) => `${name}，${count}${nb}个座位`,
  },
} satisfies OutcomeTexts

import type { GroupTexts } from '#text/en/site/groups.ts'
import order from './order.ts'
import share from './share.ts'

const nb = '\u00a0'
const people = { 2: '两人', 3: '三人' } as const

const seatCounts: GroupTexts['seatCounts'] = ({ paid, held, free }) =>
  [paid > 0 && `${paid} 人已付款`, held > 0 && `${held} 人正在付款`, free > 0 && `还有 ${free} 个空座`]
    .filter(Boolean)
    .join('，')

export default {
  order,
  share,
  howToPay: '怎么付？',
  noMethod: '暂时还不能付款，请稍后再来。',
  close: '关闭',

  start: {
    title: '自己开一个团',
    lead: '选套餐，选人数，朋友点链接上车。',
    plan: '套餐',
    size: '几个人走？',
    sizes: { 2: '两人团', 3: '三人团' },
    with: { 2: '你再叫一个人', 3: '你再叫两个人' },
    each: (price) => `每人 ${price}`,
    who: '谁来付？',
    self: '各付各的',
    selfText: (amount) => `你先付 ${amount}，朋友各付自己那份。最后一人付完，所有人同时开通。`,
    all: '我请客',
    allText: (total) => `你一次付 ${total}，自己马上开通，朋友免费上车。`,
    currency: '货币',
    currencies: { CNY: '¥ 人民币', USD: '$ 美元' },
    saving: (alone, saved) => `单独买 ${alone}，拼团每人省 ${saved}。`,
    submit: (amount) => `开团，${amount}`,
    starting: '正在开团',
    listed: '公开招人。',
    listedText: '还有空座时会出现在公开拼团里，名字打码。',
    honest: '一次付清，没有订阅。拼团不能再用优惠码。',
    none: '目前没有可以拼团的套餐。',
    nonePrices: '看看套餐',
  },

  tab: (size, plan) => `${people[size]}团，${plan}`,
  lanes: '座位',
  headline: {
    creator_unpaid: '马上开团。',
    open: (left) => (left === 0 ? '座位都有人了。' : `还剩 ${left}${nb}个座位，坐满就发车。`),
    free: (left) => `还有 ${left}${nb}个座位，免费上车。`,
    finished: '满员，发车。',
    expired: '这个团过期了。',
    closed: '这个团取消了。',
  },
  lead: {
    creator_unpaid: (creator) => `团长 ${creator} 正在付款，付完座位就开放。`,
    open: (creator) => `团长 ${creator} 已经上车。最后一人付完，所有人的会员同时开通。`,
    held: '最后一个座位有人正在付款，没付成就会重新放出来。',
    free: (creator) => `${creator} 请客，全部座位都付好了，你不用花钱。`,
    finished: '座位坐满，全部付清，大家的会员都已开通。',
    expired: '没能按时满员，付过的钱都原路退回。',
    closed: '没等满员就结束了，付过的钱都原路退回。',
  },
  own: {
    free: (left) => `${left}${nb}个座位已付好，把链接发出去吧。`,
    freeLead: '你的会员已开通，朋友点开链接就能免费上车。',
    openLead: '把链接发出去。最后一人付完，所有人的会员同时开通。',
  },
  seat: {
    open: '可加入',
    free: '已付好，免费坐',
    held: '正在付款',
    checked: '付款核对中',
    taken: '已付款',
    over: '没人坐',
  },
  seatName: { open: '空座位', free: '空座位', held: '有人在付款', taken: '乘客', over: '空座位' },
  you: '你',
  started: (state) => `团长，${state}`,
  untilRefund: '后没满员就全额退款',
  deadline: (moment) => `${moment} 截止`,
  untilFree: '内可以免费上车',
  timer: {
    timeLeft: '离拼团结束还有',
    minutesLeft: (minutes) => `离拼团结束还有 ${minutes} 分钟`,
    timeIsUp: '拼团时间到了。',
  },
  seatCounts,

  yourShare: '你只付',
  yourSeat: '你的座位',
  free: '免费',
  versus: (alone, saved) => ({ before: `单独买 ${alone}`, after: `，省 ${saved}。` }),
  includes: (months, bonusDays, devices) =>
    `${months}${nb}个月${bonusDays > 0 ? `加送 ${bonusDays}${nb}天` : ''}，${devices}${nb}台设备，账号各用各的`,
  notFull: (moment) => `${moment} 前没满员，原路全额退回。`,
  freeUntil: (moment) => `${moment} 前都可以免费上车。`,
  held: (minutes, cryptoMinutes) =>
    `付款时座位给你留 ${minutes}${nb}分钟${cryptoMinutes === null ? '' : `，加密货币留 ${cryptoMinutes}${nb}分钟`}。`,
  join: (_last, price) => `上车，${price}`,
  joinAgain: (price) => `改主意了？再上车，${price}`,
  joinFree: '免费上车',
  joining: '正在上车',
  confirmFirst: '确认后才扣款。',
  pay: (amount) => `支付 ${amount}`,
  paying: '正在下单',

  refused: {
    creator_unpaid: '团长还没付款，付好后这里会自动更新。',
    held: '座位都有人在付款，一有空座这里就会更新。',
    full: '这个团已经满员，你可以自己开一个。',
    expired: '这个团已经过期，你可以重新开一个。',
    closed: '这个团已经取消，你可以自己开一个。',
  },
  startOwn: '自己开团',
  missing: {
    title: '这个链接找不到拼团。',
    text: '可能少抄了一个字母。找朋友再要一次链接，或者自己开一个团。',
  },
  failed: { title: '拼团没能加载出来。', action: '重试' },

  mine: {
    unpaid: { title: '座位给你留着。', text: (until) => `${until} 前付款，座位就是你的。` },
    waiting: {
      title: '你已上车。',
      text: (left) => `还差 ${left}${nb}人，就发车。`,
      held: '最后一个座位有人正在付款。',
    },
    member: {
      title: '会员已开通。',
      text: (date) => `会员有效期至 ${date}。`,
      plain: '有效期见账户概览。',
    },
    refunding: { title: '钱正在退回。', text: '原路退回，到账快慢看银行，一般几天。' },
    refunded: { title: '已退款。', text: '钱已原路退回。' },
    review: {
      title: '你的付款正在人工核对。',
      received: (sum, total) => `收到 ${sum}，应付 ${total}，正在人工核对。`,
      text: (until) =>
        `请不要重复付款。${until === null ? '' : `座位给你留到 ${until}，`}核对后座位归你，或原路退款，你什么都不用做。`,
    },
    left: { title: '你已不在这个团里。', text: '没有待付的钱。' },
    goOn: '继续付款',
    rest: (seats, amount) => `补付 ${seats}${nb}个座位，${amount}`,
    restWhy: '补付后马上成团，朋友可以免费坐这些座位。',
    free: (seat) => `释放 ${seat} 号座位：对方还没付款`,
    freeAsk: (seat) => ({
      title: `把 ${seat} 号座位让给别人？`,
      text: '对方占座超过十分钟还没付款。释放后其订单会关闭；如果钱还是付了，有空位就入座，没有就原路退回。',
      yes: '释放座位',
      no: '再等等',
    }),
    leave: '退出拼团',
    end: '解散拼团',
    leaveAsk: {
      title: '要退出这个团吗？',
      text: '座位会让给别人，你付的钱原路退回。',
      yes: '退出拼团',
      no: '再等等',
    },
    endAsk: {
      title: '要解散这个团吗？',
      text: '你是团长，你一走团就散了。每个人付的钱都原路退回。',
      yes: '解散拼团',
      no: '先留着',
    },
    getApp: '下载客户端',
  },
  shareTitle: '知道谁想上车？',
  shareText: '把链接发给 TA，满员自动失效。',
  friendsSee: '朋友看到的是：',
  linkLabel: '复制拼团链接',
  sheet: (plan, price) => ({ title: `拼团：${plan}`, text: `和我一起拼车：${plan}，只要 ${price}。` }),
  picture: {
    tab: (size) => `${people[size]}团`,
    headline: '拼个车，更省钱。',
    free: '上车吧，我请客。',
    plan: (plan, devices) => `${plan}，${devices} 台设备，账号各用各的。`,
    until: (moment) => `${moment} 前有效。`,
    price: '你只付',
    scan: '扫码上车',
  },

  list: {
    created: '我开的团',
    joined: '我参加的',
    label: '拼团分类',
    more: '看更早的',
    open: '打开拼团',
    share: '分享',
    hideShare: '收起链接',
    started: (date) => `${date} 开团`,
    until: (moment) => `${moment} 截止`,
    of: (taken, size) => `${taken}/${size} 人`,
    payAll: '团长请客',
    paySelf: '各付各的',
    states: {
      unpaid: '待付款',
      waiting: '等人上车',
      member: '已发车',
      refunding: '退款中',
      refunded: '已退款',
      review: '核对中',
      left: '已退出',
    },
    empty: {
      created: {
        title: '还没开过团。',
        text: '两三个人一起买同一个套餐，每人都更便宜。你开的团会停在这里。',
        action: '去开团',
      },
      joined: {
        title: '还没参加过拼团。',
        text: '点朋友的链接上车后，拼团、付款和退款都在这里。',
        action: '看看怎么拼',
      },
    },
    failed: '拼团列表没能加载出来。',
    again: '重试',
  },
} satisfies GroupTexts

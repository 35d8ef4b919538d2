import { affiliateTextsZh } from './affiliate-mail-texts.zh-cn.ts'
import type { MessageData, OrderLine } from './message-data.ts'
import type { MessageContent, CustomerTexts } from './message-content.ts'
import { type Words, decideBy, placeOf } from './format-values.ts'

const orderRow = (order: OrderLine | null): MessageContent['rows'] => (order ? [['订单号', order.number]] : [])
const planOf = ({ names, maxDevices }: OrderLine): string => `${names['zh-CN']}，${maxDevices} 台设备`
const orders = '/user/orders'
const receiptOf = (orderId: string): string => `/user/receipt/${orderId}`
const back = (method: string | undefined, { method: name }: Words): string =>
  method === undefined || method === 'crypto' ? '退回' : `原路退回${name(method)}`

function priceRows(order: OrderLine, { amount }: Words): MessageContent['rows'] {
  const { currency, priceMinor, discountMinor, promoCode, totalMinor } = order
  return [
    ['套餐', planOf(order)],
    ...(order.seats > 1 ? ([['座位', `${order.seats} 个`]] as const) : []),
    ['价格', amount(priceMinor, currency)],
    ...(discountMinor > 0 ? ([[`优惠码 ${promoCode ?? ''}`.trim(), amount(-discountMinor, currency)]] as const) : []),
    ['实付', amount(totalMinor, currency)],
    ...orderRow(order),
  ]
}

function renewal(plan: MessageData['plan'], { amount }: Words): Pick<MessageContent, 'rows' | 'action'> {
  if (!plan) return { rows: [], action: { label: '看全部套餐', page: '/pricing' } }
  return {
    rows: [[plan.names['zh-CN'], amount(plan.priceMinor, plan.currency)]],
    action: { label: '去续费', page: '/pricing' },
  }
}

export const customerTextsZh: CustomerTexts = {
  receipt: ({ at, expiresAt, group }, { order }, words) => {
    if (!order) throw new Error('a receipt without its order')
    const paid = words.sum(order.totalMinor, order.currency)
    const by = `${words.day(at)}，${words.method(order.method)}付款 ${paid}。`
    const about = { subject: `收据：${paid}，${order.names['zh-CN']}`, rows: priceRows(order, words) }
    if (!group)
      return {
        ...about,
        heading: `付款成功：${order.names['zh-CN']}`,
        lead: expiresAt ? `${by}会员有效期至 ${words.day(expiresAt)}，到期就停，不会续扣。` : by,
        action: { label: '下载客户端', page: '/download' },
      }
    const page = `/group-buying?group=${group.id}`
    if (order.seats > 1)
      return {
        ...about,
        heading: `${order.seats} 个座位都付好了，把链接发出去。`,
        lead: `${by}${expiresAt ? `会员有效期至 ${words.day(expiresAt)}。` : ''}${words.deadline(group.endsAt)} 前没人坐的座位，时长归你。`,
        action: { label: '分享链接', page },
      }
    return expiresAt
      ? {
          ...about,
          heading: `付款成功：${order.names['zh-CN']}`,
          lead: `${by}已经满员，会员有效期至 ${words.day(expiresAt)}。`,
          action: { label: '下载客户端', page: '/download' },
        }
      : {
          ...about,
          heading: '你的座位付好了。',
          lead: `${by}满员后同时开通。${words.deadline(group.endsAt)} 前没满，全部原路退回。`,
          action: { label: '分享链接', page },
        }
  },

  refund: (facts, { order, membershipUntil, now }, words) => {
    const { orderId, amountMinor, currency, at, paidMinor, refundedMinor, why, takenDays } = facts
    const sum = words.sum(amountMinor, currency)
    const where = `${words.shortDay(at)}已${back(order?.method, words)}，${order?.method === 'crypto' ? '交易记录在收据上' : '到账可能要几天'}。`
    const until = membershipUntil && membershipUntil > now ? words.day(membershipUntil) : null
    const kept = words.sum(paidMinor - refundedMinor, currency)
    const rest = {
      part: takenDays
        ? `实付 ${kept}，并收回 ${takenDays} 天会员，${until ? `现在到 ${until}` : '会员已结束'}。`
        : `实付 ${kept}${until ? `，会员不变，仍到 ${until}` : ''}。`,
      whole: order?.difference
        ? `这是全款，会员恢复 ${order.difference.devicesBefore} 台，天数不变。`
        : `这是全款，换来的时长已收回，${until ? `会员现在到 ${until}` : '会员已结束'}。`,
      twice: '你付了两次，退的是第二笔，会员不受影响。',
      over: '这是多付的部分，会员不受影响。',
      unused: '这笔钱没有换成会员，其他都没变。',
      group: '这是你为拼团付的全部，不欠任何费用。',
      free: '',
    }[why]
    if (why === 'free')
      return {
        subject: '你的免费订单已撤回',
        heading: '你的免费订单已撤回。',
        lead: `这笔订单实付 ${sum}，不涉及退款。所得时长已收回，${until ? `会员现在到 ${until}` : '会员已结束'}。优惠码恢复为未使用。`,
        rows: orderRow(order),
        action: { label: '查看订单', page: orders },
      }
    return {
      subject: `已退还 ${sum}`,
      heading: `已退还 ${sum}。`,
      lead: `${where}${rest}`,
      rows: [
        ['已付', words.amount(paidMinor, currency)],
        ['退款', words.amount(-refundedMinor, currency)],
        ['实付', words.amount(paidMinor - refundedMinor, currency)],
        ...(takenDays ? ([['收回时长', `${takenDays} 天`]] as const) : []),
        ...orderRow(order),
      ],
      action:
        why === 'part' || why === 'whole'
          ? { label: '看收据', page: receiptOf(orderId) }
          : { label: '查看订单', page: orders },
    }
  },

  'refund-failed': ({ amountMinor, currency, at }, { order, reviewHours }, words) => {
    const by = decideBy(at, reviewHours)
    return {
      subject: '退款要人工处理',
      heading: '退款要人工处理。',
      lead: `${words.sum(amountMinor, currency)} 没能退到你的账户，${by ? `${words.deadline(by)} 前答复你` : '我们会处理好，再写信告诉你'}。这笔钱还是你的。`,
      rows: orderRow(order),
      action: { label: '查看订单', page: orders },
    }
  },

  review: ({ amountMinor, currency, at, why }, { order, reviewHours }, words) => {
    const by = decideBy(at, reviewHours)
    const got = words.sum(amountMinor, currency)
    const about = { rows: orderRow(order), action: { label: '查看订单', page: orders } }
    if (why === 'contested')
      return {
        ...about,
        subject: '银行要求退回这笔款',
        heading: `银行要求退回 ${got}。`,
        lead: '处理完之前，它换来的时长暂停。不是你本人操作？请联系我们。',
      }
    const asked = order ? words.sum(order.totalMinor, order.currency) : ''
    return {
      ...about,
      subject: '你的付款正在核对',
      heading: why === 'other' ? `收到 ${got}，正在核对。` : `收到 ${got}，应付 ${asked}。`,
      lead: `${by ? `最晚 ${words.deadline(by)} 由人工核对完` : '由人工核对'}，之后为你开通会员，或退款。${why === 'short' ? '想补足还是退回，写信告诉我们。' : '你什么都不用做。'}`,
    }
  },

  'group-joined': ({ groupId, taken, size, endsAt, isPaid }, { person }, words) => {
    const heading = `${person} 上车了，还差 ${size - taken} 人`
    return {
      subject: heading,
      heading: `${heading}。`,
      lead: isPaid
        ? `${words.deadline(endsAt)} 前没人坐的座位，时长归你。`
        : `${words.deadline(endsAt)} 前没满，所有人全额退款。`,
      rows: [['座位', `${taken}/${size}`]],
      action: { label: '再发一次链接', page: `/group-buying?group=${groupId}` },
    }
  },

  'group-full': ({ size, expiresAt, paid, isTaken }, _known, words) => ({
    subject: '满员，发车',
    heading: '满员，发车。',
    lead: `${size} 个座位都${isTaken ? '坐满' : '付好'}了，${expiresAt ? `会员有效期至 ${words.day(expiresAt)}` : '会员都已开通'}。`,
    rows: paid ? [['已付', words.amount(paid.amountMinor, paid.currency)]] : [],
    action: { label: '下载客户端', page: '/download' },
  }),

  'group-expired': ({ amountMinor, currency, at, why }, { order }, words) => {
    const sum = words.sum(amountMinor, currency)
    const headings = {
      expired: '没凑满，钱退给你。',
      closed: '拼团关闭了，钱退给你。',
      'no-seat': '没有座位了，钱退给你。',
    }
    return {
      subject: `${sum} 正在退回`,
      heading: headings[why],
      lead: `${order?.method === 'crypto' ? `${sum} 由人工转回` : `${words.shortDay(at)}已把 ${sum} ${back(order?.method, words)}，到账可能要几天`}，不欠任何费用。可以重新开团，也可以单独购买。`,
      rows: [['退回', words.amount(amountMinor, currency)], ...orderRow(order)],
      action: { label: '重新开团', page: '/group-buying' },
    }
  },

  'group-removed': ({ groupId, isOwn, back: sum, reason, becomes }, _known, words) => {
    const goes = sum && `${words.sum(sum.amountMinor, sum.currency)} 原路退回。`
    const rows: MessageContent['rows'] = sum ? [['退回', words.amount(sum.amountMinor, sum.currency)]] : []
    if (isOwn)
      return {
        subject: '你的拼团席位已收回',
        heading: '你的席位已收回。',
        lead: `你已不在这个团里。${goes ?? '这个席位你没有付过款，不欠任何费用。'}由它得到的时长也已收回。觉得有误？请联系我们。`,
        quote: reason ?? undefined,
        rows,
        action: { label: '查看我的拼团', page: '/user/group-buying' },
      }
    const then = {
      open: '它重新空出来了，可以把链接发给别人。',
      free: '它已付款、可以免费加入，把链接发给别人吧。',
      creator: '它的时长现在归你。',
      closed: goes ?? '它不再开放，对你没有影响。',
    }
    return {
      subject: '你的团有一个席位被收回',
      heading: '你的团有一个席位被收回。',
      lead: then[becomes] + (becomes !== 'closed' && goes ? goes : ''),
      rows,
      action: { label: '查看拼团', page: `/group-buying?group=${groupId}` },
    }
  },

  'expiry-7': ({ endsAt }, { plan, now }, words) => {
    const days = words.daysBetween(now, endsAt)
    return {
      subject: `会员 ${words.shortDay(endsAt)}到期`,
      heading: days < 1 ? '今天到期。' : `还剩 ${days} 天。`,
      lead: `${words.day(endsAt)}到期就停，不会扣款。提前续，新时长从那天接上。`,
      ...renewal(plan, words),
    }
  },

  'expiry-1': ({ endsAt }, { plan, now }, words) => {
    const when = `${words.daysBetween(now, endsAt) === 0 ? '今天' : '明天'}${words.clock(endsAt)}`
    return {
      subject: `会员${when} 到期`,
      heading: `${when} 到期。`,
      lead: '到时客户端会断开，账号和设备都留着，续上就能用。',
      ...renewal(plan, words),
    }
  },

  expired: ({ endsAt }, { plan, now }, words) => ({
    subject: '会员已到期',
    heading: words.daysBetween(now, endsAt) === 0 ? '今天到期了。' : `${words.shortDay(endsAt)}到期了。`,
    lead: '客户端已断开，没有扣款。账号、设备、邀请都在。这是最后一次提醒。',
    rows: renewal(plan, words).rows,
    action: { label: '看全部套餐', page: '/pricing' },
  }),

  ...affiliateTextsZh,

  'new-sign-in': ({ at, browser, system, device }, { account }, words) => {
    const what = device ?? placeOf(browser, system, 'zh-CN')
    return {
      subject: `新登录：${what}`,
      heading: `新登录：${what}`,
      lead: `时间：${words.moment(at)}。是你本人就不用管；不是你，请马上改密码，其他设备都会退出。`,
      rows: [['账号', account]],
      action: { label: '不是我', page: '/resetpassword' },
    }
  },

  'account-blocked': ({ reason, stopsTime = false }, { account }) => ({
    subject: '你的账号已被停用',
    heading: '账号已被停用。',
    lead: `所有设备已退出登录，无法连接。已购内容保留，${stopsTime ? '停用期间时长暂停计算' : '时长继续计算'}。停用的原因见下方。觉得有误？请联系我们。`,
    quote: reason,
    rows: [['账号', account]],
    action: { label: '查看用户协议', page: '/clause/terms-of-service#not-allowed' },
  }),

  'account-unblocked': ({ givenBack = false }, { account }) => ({
    subject: '你的账号已恢复',
    heading: '账号恢复了。',
    lead: `停用已解除。重新登录就能用，剩余时长内照常连接${givenBack ? '，停用期间暂停的时长已补回' : ''}。`,
    rows: [['账号', account]],
    action: { label: '去登录', page: '/login' },
  }),

  'choose-password': (_facts, { account }) => ({
    subject: '请设置新密码',
    heading: '请设置新密码。',
    lead: '你刚才用原账号的密码登录成功。这个密码的旧存储方式已不够安全，因此只能用这一次。当前设备会保持登录；要在其他地方登录，请先设置新密码。',
    rows: [['账号', account]],
    action: { label: '设置新密码', page: '/resetpassword' },
  }),
  'account-opened': (_facts, { account }) => ({
    subject: '你的账号已开通',
    heading: '请设置密码。',
    lead: '我们为你开通了账号。打开下面的页面，输入你的邮箱并获取验证码，即可设置密码。如果你没有申请过账号，忽略此邮件即可。',
    rows: [['账号', account]],
    action: { label: '设置密码', page: '/resetpassword' },
  }),

  'support-answer': (_facts, { answer, replyTo }) => ({
    subject: '客服回复你了',
    heading: '客服回复你了。',
    lead: answer
      ? replyTo === null
        ? '要继续沟通，请到账户的“客服”里写；直接回复这封邮件我们收不到。'
        : '要继续沟通，直接回复这封邮件，或到账户的“客服”里写。图片只能在账户里发送。'
      : '回复在账户的“客服”里。',
    quote: answer ?? undefined,
    rows: [],
    action: { label: '查看回复', page: '/user/help' },
  }),

  'change-asked': ({ kind, dueAt }, { stopPage }, words) => {
    const when = words.deadline(dueAt)
    const what = {
      factor: {
        subject: '你的二次验证即将移除',
        lead: `客服收到申请：移除你账号的身份验证器、通行密钥和恢复码，并让所有设备退出登录。最早 ${when} 生效。`,
      },
      email: { subject: '你的邮箱即将更换', lead: `客服收到申请：把你账号的邮箱换成另一个。最早 ${when} 生效。` },
      phone: { subject: '你的手机号即将更换', lead: `客服收到申请：把你账号的手机号换成另一个。最早 ${when} 生效。` },
    }[kind]
    return {
      subject: what.subject,
      heading: '是你本人申请的吗？',
      lead: `${what.lead}不是你？点一下就能阻止，无需登录。`,
      rows: [],
      action: { label: '不是我，阻止它', page: stopPage ?? '/' },
    }
  },

  'account-changed': ({ what, at }, { account }, words) => {
    const heading = {
      'password-changed': '密码已修改。',
      'password-reset': '密码已重置，通行密钥已全部移除。',
      'app-password-made': '已生成应用登录密码。',
      'email-changed': '账号的邮箱已绑定或更换。',
      'phone-changed': '账号的手机号已绑定或更换。',
      'name-changed': '账号名已设置或更改。',
      'authenticator-added': '已添加身份验证器。',
      'authenticator-removed': '身份验证器已移除。',
      'recovery-codes-made': '已生成新的恢复码，旧的已失效。',
      'passkey-added': '已添加通行密钥。',
      'passkey-removed': '已移除一个通行密钥。',
      'factors-removed': '身份验证器、通行密钥和恢复码已移除。',
      'deletion-requested': '有人申请注销你的账号。',
    }[what]
    return {
      subject: heading,
      heading,
      lead: `时间：${words.moment(at)}。${what === 'deletion-requested' ? '你登录后，注销已取消。' : ''}如果是你本人操作，无需处理。如果不是，请立即修改密码，其他设备都会退出登录；然后移除账号里不属于你的内容，并联系客服。`,
      rows: [['账号', account]],
      action: { label: '检查账号', page: '/user/security' },
    }
  },

  mailing: (_facts, { mailing }) => {
    if (!mailing) throw new Error('news without its words')
    const { subject, heading, text, button, page } = mailing
    return { subject, heading, lead: text, rows: [], action: { label: button, page } }
  },

  'legal-changed': (_facts, { legal }, words) => {
    if (!legal) throw new Error('a new version without its text')
    const title = legal.titles['zh-CN']
    return {
      subject: `《${title}》有新版本`,
      heading: `《${title}》有新版本。`,
      lead: legal.from
        ? `新版本自 ${words.day(legal.from)}起生效，在此之前仍适用现行版本。请抽空阅读。`
        : '新版本自今天起生效，请抽空阅读。',
      rows: [],
      action: { label: '阅读新版本', page: `/clause/${legal.slug}` },
    }
  },
}

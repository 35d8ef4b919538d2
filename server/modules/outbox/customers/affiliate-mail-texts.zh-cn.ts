import { holdSentences } from '#shared/risk-rules.ts'
import { type AffiliateTexts, reserveRows } from './message-content.ts'

export const affiliateTextsZh: AffiliateTexts = {
  'aff-approved': (_facts, { affiliate }, words) => {
    if (!affiliate) throw new Error('an approval without an affiliate')
    const { firstBps, renewalBps, holdDays, reserve, minPayoutMinor, hasAddress, link } = affiliate
    return {
      subject: '申请通过，链接已备好',
      heading: '链接备好了。',
      lead: `首购 ${words.percent(firstBps)}，续费 ${words.percent(renewalBps)}。冻结 ${holdDays} 天后，满 ${words.round(minPayoutMinor, 'USD')} 按月打款。${hasAddress ? '' : '请先填收款地址。'}`,
      rows: [
        ['你的链接', link.replace(/^https?:\/\//, '')],
        ...(reserve
          ? [
              [
                '预留',
                `每笔佣金的 ${words.percent(reserve.bps)}，冻结期结束后再过 ${reserve.days} 天计入下次结算`,
              ] as const,
            ]
          : []),
      ],
      action: { label: '打开 KOL 中心', page: '/user/kol' },
    }
  },

  'aff-first': ({ amountMinor, currency, rateBps, base, heldUntil }, { order, campaign }, words) => {
    const sum = words.sum(amountMinor, currency)
    return {
      subject: `第一笔佣金：${sum}`,
      heading: `第一笔，${sum}。`,
      lead: `有人通过${campaign ? `“${campaign}”` : '你的链接'}买了${order ? ` ${order.names['zh-CN']}` : '套餐'}。冻结到 ${words.shortDay(heldUntil)}，以防退款。之后的佣金在 KOL 中心看。`,
      rows: [[`${words.percent(rateBps)}，基数`, words.amount(base.amountMinor, base.currency)]],
      action: { label: '看来龙去脉', page: '/user/kol' },
    }
  },

  'aff-void': ({ amountMinor, currency, reason, paidMinor, commissions = 1 }, { order }, words) => {
    const sum = words.sum(amountMinor, currency)
    const one = order ? `${order.names['zh-CN']} 这笔订单` : '一笔订单'
    return {
      subject: commissions > 1 ? `${commissions} 笔佣金被撤销，共 ${sum}` : `一笔 ${sum} 的佣金被撤销`,
      heading: `撤销了 ${sum}。`,
      lead: `${commissions > 1 ? `${commissions} 笔订单` : one}的佣金被撤销。${paidMinor > 0 ? `其中 ${words.sum(paidMinor, currency)} 已打款，会从之后的打款中扣回。` : ''}有疑问请联系我们。`,
      quote: reason,
      rows: [],
      action: { label: '打开 KOL 中心', page: '/user/kol' },
    }
  },

  'aff-prepared': (facts, { now, affiliate }, words) => {
    const { amountMinor, currency, period, restsUntil } = facts
    const sum = words.sum(amountMinor, currency)
    const rests = restsUntil !== null && new Date(restsUntil) > now
    return {
      subject: `${period} 的佣金已结算：${sum}`,
      heading: `${period}，${sum}。`,
      lead: affiliate?.hasAddress
        ? '对账单已经出来，再由另一位同事核对，就打到你的 USDT 地址。打出后会再通知你，并附上交易。'
        : '对账单已经出来，就差你的 USDT 收款地址，填好才能打款。',
      rows: [
        ...reserveRows(facts, ['转入预留', '补付往期预留'], words),
        ...(affiliate?.hasAddress && rests ? [['打款', `不早于 ${words.deadline(restsUntil)}`] as const] : []),
      ],
      action: affiliate?.hasAddress
        ? { label: '看对账单', page: '/user/kol' }
        : { label: '填收款地址', page: '/user/kol' },
    }
  },

  'aff-held': ({ why, reason }) => ({
    subject: '有佣金需要核实',
    heading: '有佣金需要核实。',
    lead: why === 'other' ? '这笔佣金打款前需要人工核实，原因见下。其他佣金照常。' : holdSentences[why]['zh-CN'],
    ...(reason !== null && { quote: reason }),
    rows: [],
    action: { label: '看是哪一笔', page: '/user/kol' },
  }),

  'aff-payout': ({ amountMinor, currency, period, chain, addressEnd, transactionHash }, _known, words) => {
    const sum = words.sum(amountMinor, currency)
    return {
      subject: `已打款 ${sum}`,
      heading: `已打款 ${sum}。`,
      lead: `已打到 ${words.chain(chain)} 上尾号 ${addressEnd} 的 USDT 地址。${period} 对账单列出了每一笔。`,
      rows: [['交易', transactionHash]],
      action: { label: '看对账单', page: '/user/kol' },
    }
  },

  'aff-name-removed': ({ link, reason }) => ({
    subject: link === null ? '问候里的名字已移除' : '一条链接的名称已移除',
    heading: link === null ? '名字已移除。' : '名称已移除。',
    lead:
      link === null
        ? '从你的链接进来的访客，不会再看到你填的名字。链接和佣金都不受影响，可以换一个名字。'
        : `链接“${link}”现在以地址末尾的字符为名，照常可用、照常计佣金，可以重新命名。`,
    quote: reason,
    rows: [],
    action: { label: '打开 KOL 中心', page: '/user/kol' },
  }),

  'aff-suspended': ({ reason }) => ({
    subject: '你的推广账号已暂停',
    heading: '推广账号已暂停。',
    lead: '暂停期间的新订单不计佣金，也不打款，之前的记录都保留。有疑问请联系我们。',
    quote: reason,
    rows: [],
    action: { label: '打开 KOL 中心', page: '/user/kol' },
  }),

  'aff-resumed': () => ({
    subject: '你的推广账号已恢复',
    heading: '推广账号恢复了。',
    lead: '从现在起，新订单照常计佣金，打款照常进行。暂停期间的订单不补计佣金。',
    rows: [],
    action: { label: '打开 KOL 中心', page: '/user/kol' },
  }),

  'aff-cancelled': ({ amountMinor, currency, period }, _known, words) => {
    const sum = words.sum(amountMinor, currency)
    return {
      subject: `${period} 的 ${sum} 暂不打款`,
      heading: `${period}，${sum} 暂不打款。`,
      lead: '这份对账单已作废，款项没有打出。里面的佣金一笔不少，计入下次结算。',
      rows: [],
      action: { label: '打开 KOL 中心', page: '/user/kol' },
    }
  },

  'payout-changed': ({ at, before, after, chain, restsUntil }, { now }, words) => {
    const rests = new Date(restsUntil) > now
    return {
      subject: before ? '收款地址已更改' : '收款地址已设置',
      heading: before ? '收款地址改了。' : '收款地址设好了。',
      lead: `${words.moment(at)}，${words.chain(chain)} 上${before ? `尾号 ${before} 改为 ${after}` : `尾号 ${after} 的地址`}。${rests ? '72 小时内不打款。' : ''}不是你？请改密码，填回自己的地址，并联系我们。`,
      rows: rests ? [['最早打款', words.deadline(restsUntil)]] : [],
      action: { label: '查看收款地址', page: '/user/kol' },
    }
  },
}

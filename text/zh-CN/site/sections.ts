import type { SectionTexts } from '#text/en/site/sections.ts'

export default {
  menu: '账户',
  account: '我的账号',
  loading: '加载中',
  logOut: '退出登录',
  sections: {
    profile: '概览',
    orders: '订单',
    security: '安全',
    notifications: '通知',
    connect: '连接',
    device: '设备',
    reward: '邀请好友',
    kol: 'KOL 中心',
    'group-buying': '拼团',
    benefits: '会员权益',
    help: '客服',
  },
  unread: (count) => `${count}\u00a0条未读`,
} satisfies SectionTexts

import type { ErrorsText } from '#text/en/site/error-pages.ts'

export default {
  notFoundTitle: '前面没路了',
  notFoundText: '页面不存在。可能搬走了，也可能是网址输错了。',
  invalidProductTitle: '这个套餐现在买不了',
  invalidProductText: '它没有在售，也可能是网址输错了。下过的订单都在账户的“订单”里。',
  failureTitle: '哎呀，出错了',
  failureText: '是我们这边的问题。重新加载试试；还不行，就把下面的编号发给客服。',
  closed: {
    before: { title: '即将开放', text: '我们正在筹备，请过些时候再来。' },
    after: { title: '暂停营业', text: '现在暂时买不了，已有的会员和链接照常能用。请过些时候再来。' },
  },
  closedMember: '已经是会员？',
  closedLogin: '登录',
  closedContact: '有问题？请写信到',
  toHome: '返回首页',
  toPricing: '看看套餐',
  toSupport: '联系客服',
  toOrders: '我的订单',
  reload: '重新加载',
  requestId: (id) => `请求编号：${id}`,
} satisfies ErrorsText

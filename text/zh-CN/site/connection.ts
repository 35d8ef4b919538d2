import type { ConnectionTexts } from '#text/en/site/connection.ts'

export default {
  title: '连上了吗？',
  lead: '测一测，你现在是不是经过我们的服务器上网。',
  check: '检测我的连接',
  again: '再测一次',
  checking: '检测中',
  ours: '已连上我们的服务器',
  oursAt: (place) => `已连上：${place}`,
  oursText: (address) => `网站看到的是我们服务器的地址 ${address}，不是你自己的。`,
  other: '没有经过我们的服务器',
  otherText: (address) => `你是从 ${address} 打开这个页面的，这不是我们的服务器。请在客户端里打开开关，再测一次。`,
  otherHint: '已经打开了？可能是客户端让本站直连了。把模式换成“全局”，再测一次。',
  local: '在这里测不出来',
  localText: (address) => `你是从内网地址 ${address} 打开这个页面的。请用网站的公开网址打开，再测一次。`,
  unknown: '暂时测不出来',
  unknownText: '正在查询我们服务器的地址，请一分钟后再测。',
  failed: '没测成，请一分钟后再试。',
  stored: '这个地址只有你看得到，检测不保存任何内容。',
} satisfies ConnectionTexts

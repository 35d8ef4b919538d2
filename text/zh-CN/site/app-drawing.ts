import type { AppDrawingText } from '#text/en/site/app-drawing.ts'

export default {
  label: '客户端示意图：一个开关，一条线路',
  caption: '示意图，各平台界面略有不同。',
  connected: '已连接',
  place: '洛杉矶',
  on: '已开启',
  tap: '点一下关闭',
} satisfies AppDrawingText

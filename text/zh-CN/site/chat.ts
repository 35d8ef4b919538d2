import type { ChatText } from '#text/en/site/chat.ts'

export default { open: '在线客服', close: '关闭聊天', title: '聊天' } satisfies ChatText

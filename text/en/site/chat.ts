const chat = { open: 'Chat with us', close: 'Close the chat', title: 'Chat' }
export default chat
export type ChatText = typeof chat

/** Fonts that the reader's system has; nothing is loaded. */
export const fontStack = `-apple-system,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei','Noto Sans SC',sans-serif`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

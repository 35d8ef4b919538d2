const markup = /^\s*(<!doctype|<html)/i
/** Whether this is a web page, by its type or its first characters. */
export const isPage = (contentType: string, text: string): boolean => /html/i.test(contentType) || markup.test(text)

const nothing = /^(\[\s*\]|\{\s*\})?$/
/**
 * Of Mihomo: the list of proxies is empty, or nothing comes below it. No two parts of it take the same blanks, else a line of them
 * holds up this process for hours.
 */
const noProxies = /^proxies:[ \t]*((\[[ \t]*\]|null|~)[ \t]*)?(#.*)?(\r?\n(?![ \t]*-)|(?![\s\S]))/m
/** Of sing-box and Xray: what leads somewhere. The rest of their outbounds is how one is chosen. */
const leads =
  /"(type|protocol)"\s*:\s*"(vless|vmess|trojan|shadowsocks|hysteria2?|tuic|wireguard|anytls|ssh|socks|http|naive|shadowtls)"/

/**
 * Why an app must not get what a panel sent, or null. Apps put an empty list in the place of the one that they have, and are cut
 * off by it. A panel sends one to apps that name no device, and where something has gone wrong with it.
 */
export function documentFault(contentType: string, text: string): 'a page' | 'an empty list' | null {
  if (isPage(contentType, text)) return 'a page'
  const isEmpty =
    nothing.test(text.trim()) ||
    noProxies.test(text) ||
    (/"outbounds"\s*:/.test(text) && !leads.test(text)) ||
    isBlankBase64(text)
  return isEmpty ? 'an empty list' : null
}

function isBlankBase64(text: string): boolean {
  const packed = text.replaceAll(/\s/g, '')
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(packed) && Buffer.from(packed, 'base64').toString().trim() === ''
}

const ofXray = /"protocol"\s*:\s*"(vless|vmess|trojan|shadowsocks|freedom)"/

/** The format of a panel's document; null for JSON of Xray, which only some apps read. */
export function formatOfDocument(text: string): 'mihomo' | 'sing-box' | 'list' | null {
  if (/^[[{]/.test(text.trimStart())) return /"outbounds"\s*:/.test(text) && !ofXray.test(text) ? 'sing-box' : null
  return /^proxies:/m.test(text) ? 'mihomo' : 'list'
}

const markup = /^\s*(<!doctype|<html)/i
export const isPage = (contentType: string, text: string): boolean => /html/i.test(contentType) || markup.test(text)

const nothing = /^(\[\s*\]|\{\s*\})?$/
/**
 * Matches a Mihomo document without proxies. No two parts of the pattern may match the same blanks, or backtracking
 * blocks the process for hours.
 */
const noProxies = /^proxies:[ \t]*((\[[ \t]*\]|null|~)[ \t]*)?(#.*)?(\r?\n(?![ \t]*-)|(?![\s\S]))/m
/** Types of outbounds of sing-box and Xray that connect to a server. All other types only select or group outbounds. */
const leads =
  /"(type|protocol)"\s*:\s*"(vless|vmess|trojan|shadowsocks|hysteria2?|tuic|wireguard|anytls|ssh|socks|http|naive|shadowtls)"/

/**
 * Reason to withhold a panel's document from an app, or null. Panels send an empty list to apps that do not identify
 * their device, or after an error. It would replace the list of the app and cut the customer off.
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

/** Format of a panel's document. Null for Xray JSON, which only some apps read. */
export function formatOfDocument(text: string): 'mihomo' | 'sing-box' | 'list' | null {
  if (/^[[{]/.test(text.trimStart())) return /"outbounds"\s*:/.test(text) && !ofXray.test(text) ? 'sing-box' : null
  return /^(proxies|proxy-providers):/m.test(text) ? 'mihomo' : 'list'
}

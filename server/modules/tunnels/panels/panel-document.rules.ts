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

type Fault = 'a page' | 'an empty list' | 'a message'

/**
 * Reason to withhold a panel's document from an app, or null. Panels send an empty list, or one of servers that exist
 * only by name, to apps that do not identify their device, beyond the limit of devices, or after an error. It would
 * replace the list of the app and cut the customer off.
 */
export function documentFault(contentType: string, text: string): Fault | null {
  if (isPage(contentType, text)) return 'a page'
  if (isMessage(text)) return 'a message'
  const isEmpty =
    nothing.test(text.trim()) ||
    noProxies.test(text) ||
    (/"outbounds"\s*:/.test(text) && !leads.test(text)) ||
    isBlankBase64(text)
  return isEmpty ? 'an empty list' : null
}

/** Text of a list in base64; null if the document is not packed. */
function unpack(text: string): string | null {
  const packed = text.replaceAll(/\s/g, '')
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(packed) ? Buffer.from(packed, 'base64').toString() : null
}

const isBlankBase64 = (text: string): boolean => unpack(text)?.trim() === ''

const noUser = '00000000-0000-0000-0000-000000000000'
/** Matches the credential of a server that can be used: another user of VLESS, or that of any other protocol. */
const realUser =
  /\b(?!0{8}-)[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b|\b(pass(word)?|(private|secret)[-_]?key|auth([-_]str)?|psk|token)"?:/i
const link = /^[a-z][\w+.-]*:\/\//i

/**
 * True if the names of the servers are the message, as Remnawave writes "App not supported": each is a VLESS server at
 * 0.0.0.0:1 for a user that cannot exist. Operators reword the names, so only the user tells.
 */
function isMessage(text: string): boolean {
  const plain = unpack(text) ?? text
  if (!plain.includes(noUser)) return false
  const links = plain.split(/\r?\n/).filter((line) => link.test(line))
  return links.length > 0 ? links.every((line) => line.includes(noUser)) : !realUser.test(plain)
}

const ofXray = /"protocol"\s*:\s*"(vless|vmess|trojan|shadowsocks|freedom)"/

/** Format of a panel's document. Null for Xray JSON, which only some apps read. */
export function formatOfDocument(text: string): 'mihomo' | 'sing-box' | 'list' | null {
  if (/^[[{]/.test(text.trimStart())) return /"outbounds"\s*:/.test(text) && !ofXray.test(text) ? 'sing-box' : null
  return /^(proxies|proxy-providers):/m.test(text) ? 'mihomo' : 'list'
}

let known: ReadonlyMap<string, readonly number[]> | undefined

/** Table of all two-byte GBK characters, built with the decoder, because Node has no encoder. */
function table(): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder('gbk')
  const found = new Map<string, readonly number[]>()
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail))
      if (text.length === 1 && text !== '\uFFFD') found.set(text, [lead, trail])
    }
  return found
}

export function toGbk(text: string): Buffer {
  known ??= table()
  const signs = known
  return Buffer.from(
    Array.from(text).flatMap((sign) =>
      (sign.codePointAt(0) ?? 0) < 0x80 ? [sign.charCodeAt(0)] : (signs.get(sign) ?? [0x3f]),
    ),
  )
}

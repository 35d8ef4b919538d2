/** Field of a protocol buffer message. Supports strings, bytes, messages and integers. */
type Field = { readonly number: number; readonly value: number | Buffer }

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return Buffer.from([...bytes, rest])
}

export const encode = (fields: readonly (readonly [number: number, value: number | string | Buffer])[]): Buffer =>
  Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number') return [varint(number * 8), varint(value)]
      const bytes = Buffer.from(value)
      return [varint(number * 8 + 2), varint(bytes.length), bytes]
    }),
  )

export function decode(message: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0
  const next = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++]
      if (byte === undefined) throw new Error('a message of protocol buffers ends too early')
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const tag = next()
    const [number, kind] = [Math.floor(tag / 8), tag % 8]
    if (kind === 0) fields.push({ number, value: next() })
    else if (kind === 2) {
      const length = next()
      fields.push({ number, value: message.subarray(at, (at += length)) })
    } else throw new Error(`protocol buffers of kind ${kind} are not read here`)
  }
  return fields
}

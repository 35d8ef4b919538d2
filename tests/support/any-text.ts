import fc from 'fast-check'

/**
 * Any text: of any code points, lone surrogates included, or of ASCII and names such as `__proto__`. `fc.string` with the
 * unit `binary` first makes a table of all 1.1 million code points, which takes a second of CPU in each worker.
 */
export const anyText = (length: Pick<fc.StringConstraints, 'minLength' | 'maxLength' | 'size'> = {}) =>
  fc.oneof(
    fc.array(fc.integer({ min: 0, max: 0x10_ff_ff }), length).map((points) => String.fromCodePoint(...points)),
    fc.string(length),
  )

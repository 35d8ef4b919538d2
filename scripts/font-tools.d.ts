declare module 'subset-font' {
  type Options = { targetFormat?: 'sfnt' | 'woff' | 'woff2'; variationAxes?: Readonly<Record<string, number>> }
  export default function subsetFont(font: Uint8Array, text: string, options?: Options): Promise<Uint8Array>
}
declare module 'fontverter' {
  const fontverter: { convert(font: Uint8Array, to: 'sfnt' | 'woff' | 'woff2'): Promise<Uint8Array> }
  export default fontverter
}

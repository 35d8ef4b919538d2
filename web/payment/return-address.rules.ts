/**
 * True if `text` is a wallet address of an EVM network or of TRON, other than the one that the buyer has just paid to.
 */
export const isReturnAddress = (text: string, ours: string): boolean =>
  /^(?:0x[\da-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/.test(text) && text.toLowerCase() !== ours.toLowerCase()

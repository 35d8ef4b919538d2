import { createHash, randomBytes } from 'node:crypto'

/** Random token of 256 bits. Only the node has it; the database stores its digest. */
export const makeNodeToken = (): string => randomBytes(32).toString('base64url')

export const nodeTokenHash = (token: string): Buffer => createHash('sha256').update(`node ${token}`).digest()

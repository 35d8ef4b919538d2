export class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export type AskNode = (method: string, params?: readonly unknown[]) => Promise<unknown>

export const nodeAt =
  (url: string): AskNode =>
  async (method, params = []) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }).catch((error: unknown) => {
      throw new RpcError(4900, String(error))
    })
    const { result, error } = (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
    if (error) throw new RpcError(error.code, error.message)
    return result
  }

import { readBody } from '#server/platform/read-body.ts'

/** 16 MB: a daily report has a few hundred bytes for each payment. */
export const maxReportBytes = 16 * 1024 * 1024

/** Fetches a file of at most `maxReportBytes` without redirects. Throws unless it is complete in time. */
export async function fetchFile(
  address: string,
  { timeoutMs, headers = {} }: { timeoutMs: number; headers?: Record<string, string> },
): Promise<Uint8Array> {
  const response = await fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return readBody(response, maxReportBytes)
}

import { callHeaders, send } from './customer.ts'
import type { Figures } from './run-alone.ts'

export async function measureRefusals(origin: string, times = 50): Promise<Figures> {
  const figures: Record<string, object> = {}
  for (const length of [500_000, 60_000, 65]) {
    const body = JSON.stringify({ code: 'Z'.repeat(length) })
    let slowest = 0
    for (let time = 0; time < times; time++) {
      const startedAt = performance.now()
      const url = `${origin}/v4/test/api/system/system_redeem_code`
      const { status } = await send(url, { method: 'POST', headers: callHeaders, body })
      if (status < 400 || status > 499) throw new Error(`a code of ${length} characters was answered with ${status}`)
      slowest = Math.max(slowest, performance.now() - startedAt)
    }
    figures[`a code of ${length} characters refused`] = { 'slowest, ms': Math.round(slowest * 10) / 10 }
  }
  return figures
}

export type NodePlace = {
  readonly origin: string
  readonly protocol: string
  readonly number: number
  readonly token: string
}

const limitMs = 5_000
const tries = 3

/** A call of UniProxy, as node programs make it: three times at most, five seconds each. Throws where it is refused. */
export async function askShop(place: NodePlace, call: string, request: RequestInit = {}): Promise<Response> {
  const { origin, protocol, number, token } = place
  const query = new URLSearchParams({ node_type: protocol, node_id: String(number), token })
  const address = `${origin}/api/v1/server/UniProxy/${call}?${query.toString()}`
  for (let n = 1; ; n++) {
    try {
      const answer = await fetch(address, { ...request, signal: AbortSignal.timeout(limitMs) })
      if (answer.ok || answer.status === 304) return answer
      throw new Error(`${call} was answered with ${answer.status}`)
    } catch (error) {
      if (n === tries) throw error
    }
  }
}

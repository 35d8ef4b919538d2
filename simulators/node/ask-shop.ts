export type NodePlace = {
  readonly origin: string
  readonly protocol: string
  readonly number: number
  readonly token: string
}

const limitMs = 5_000
const tries = 4

/**
 * Calls the shop's UniProxy API as V2bX does: with a timeout of five seconds, and three more attempts if there is no
 * answer. A rejection counts as an answer and is not retried. Throws in both cases.
 */
export async function askShop(place: NodePlace, call: string, request: RequestInit = {}): Promise<Response> {
  const { origin, protocol, number, token } = place
  const query = new URLSearchParams({ node_type: protocol, node_id: String(number), token })
  const address = `${origin}/api/v1/server/UniProxy/${call}?${query.toString()}`
  for (let n = 1; ; n++) {
    const answer = await fetch(address, { ...request, signal: AbortSignal.timeout(limitMs) }).catch(
      (error: unknown) => {
        if (n === tries) throw error
        return null
      },
    )
    if (answer?.ok || answer?.status === 304) return answer
    if (answer) throw new Error(`${call} was answered with ${answer.status}`)
  }
}

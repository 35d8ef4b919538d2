import { progressType, type ConsoleLine } from '#shared/console.ts'

type OnProgress = (done: number) => void

export const withProgress =
  (onProgress: OnProgress): typeof fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('accept', progressType)
    const response = await fetch(input, { ...init, headers })
    return response.headers.get('content-type') === progressType ? readLines(response, onProgress) : response
  }

/** Reads the lines of a progress stream and returns the final answer. Throws if the connection ends early. */
export async function readLines({ body }: Pick<Response, 'body'>, onProgress: OnProgress): Promise<Response> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let rest = ''; ;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done) throw new TypeError('the connection ended before the answer')
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) {
      const line = JSON.parse(text) as ConsoleLine
      if ('code' in line) return Response.json(line.body, { status: line.code })
      onProgress(line.step.done)
    }
  }
}

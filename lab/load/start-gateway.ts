import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Answers, Question, Ready } from './gateway-messages.ts'

export type Gateway = Ready & {
  readonly pid: number
  ask<Q extends Question>(question: Q): Promise<Answers[Q['ask']]>
  stop(): Promise<void>
}

export async function startGateway(keys: string): Promise<Gateway> {
  const child = fork(path.join(import.meta.dirname, 'gateway.ts'), [keys], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [ready] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the gateways ended with code ${code}`))),
  ])) as [Ready]
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  child.on('message', ({ id, answer, error }: { id: number; answer: never; error?: string }) => {
    if (error === undefined) waiting.get(id)?.resolve(answer)
    else waiting.get(id)?.reject(new Error(error))
    waiting.delete(id)
  })
  let last = 0
  return {
    ...ready,
    pid: child.pid ?? 0,
    ask(question) {
      const id = ++last
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        child.send({ id, question })
      })
    },
    async stop() {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

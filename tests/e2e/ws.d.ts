declare module 'ws' {
  import type { Server as HttpServer } from 'node:http'
  export type Socket = {
    on(event: 'message', listener: (data: Buffer) => void): Socket
    on(event: 'close', listener: () => void): Socket
    send(text: string): void
    terminate(): void
  }
  export class Server {
    readonly clients: ReadonlySet<Socket>
    constructor(options: { server: HttpServer })
    on(event: 'connection', listener: (socket: Socket) => void): this
  }
}

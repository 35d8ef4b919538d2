import { connect, type IncomingHttpHeaders } from 'node:http2'

const limitMs = 3_000

export function grpcCall(port: number, path: string, message: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const session = connect(`http://127.0.0.1:${port}`)
    const fail = (error: Error) => {
      session.destroy()
      reject(error)
    }
    session.once('error', fail)
    const stream = session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
    })
    let said: IncomingHttpHeaders = {}
    const chunks: Buffer[] = []
    stream.setTimeout(limitMs, () => fail(new Error(`${path} was not answered in time`)))
    stream.once('error', fail)
    stream.once('response', (headers) => (said = { ...headers }))
    stream.once('trailers', (headers) => (said = { ...said, ...headers }))
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.once('close', () => {
      session.close()
      if (said['grpc-status'] !== '0')
        return reject(new Error(`${path}: ${decodeURIComponent(said['grpc-message']?.toString() ?? 'no answer')}`))
      // Skips the five bytes before a gRPC message: a compression flag and a length.
      return resolve(Buffer.concat(chunks).subarray(5))
    })
    const head = Buffer.alloc(5)
    head.writeUInt32BE(message.length, 1)
    stream.end(Buffer.concat([head, message]))
  })
}

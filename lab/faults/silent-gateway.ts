import net from 'node:net'

type Relay = {
  readonly port: number
  /**
   * From now on accepts connections without answering: those whose first bytes contain `begin`, or all if `begin` is
   * empty.
   */
  silence(begin: string): void
  speak(): void
  close(): void
}

/**
 * Relays connections to a server until told to swallow them, as a server would that accepts connections and never
 * answers.
 */
export async function relayTo(target: number): Promise<Relay> {
  let swallowed: string | null = null
  const open = new Set<net.Socket>()
  const server = net.createServer((client) => {
    open.add(client)
    client.on('error', () => {}).on('close', () => open.delete(client))
    const pass = (head: Buffer | null) => {
      const up = net.connect(target, 'localhost')
      up.on('error', () => client.destroy()).on('close', () => client.destroy())
      client.on('close', () => up.destroy())
      if (head) up.write(head)
      client.pipe(up).pipe(client)
    }
    if (swallowed === '') return
    // Waits for the client's first bytes only if they decide, because in SMTP the server speaks first.
    if (swallowed === null) return pass(null)
    client.once('data', (head: Buffer) => {
      if (swallowed !== null && head.toString('latin1').includes(swallowed)) return
      pass(head)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    port: (server.address() as net.AddressInfo).port,
    silence(begin) {
      swallowed = begin
      // Closes connections that are open already, because the server would still answer on them.
      for (const socket of open) socket.destroy()
    },
    speak() {
      swallowed = null
      for (const socket of open) socket.destroy()
    },
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

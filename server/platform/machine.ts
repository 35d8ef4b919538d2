import { statfs } from 'node:fs/promises'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { within } from './deadline.ts'

/** Time limit of one check of the machine: a hanging network disk or host must not delay the caller. */
const limitMs = 5_000

export type DiskSpace = { readonly free: number; readonly total: number }

/** Bytes on the disk of a folder. `free`: what unprivileged processes can still write. */
export async function readDisk(folder: string, limit = limitMs): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await within(limit, statfs(folder))
  return { free: bavail * bsize, total: blocks * bsize }
}

export type Certificate = { readonly host: string; readonly from: Date; readonly until: Date }

/**
 * Reads the certificate that visitors of an https URL get. Does not verify it, because an expired one is what the
 * caller looks for; sends no request.
 */
export function readCertificate(origin: string, limit = limitMs): Promise<Certificate> {
  const { hostname, port } = new URL(origin)
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(timer)
      socket.destroy()
      reject(error)
    }
    // A socket's own `timeout` counts idle time only, so a host that sends a byte now and then would never trigger it.
    const timer = setTimeout(() => fail(new Error(`no certificate of ${host} within ${limit} ms`)), limit)
    const socket = connect(
      {
        host,
        port: port === '' ? 443 : Number(port),
        ...(isIP(host) === 0 && { servername: host }),
        rejectUnauthorized: false,
      },
      () => {
        const { valid_from: from, valid_to: until } = socket.getPeerCertificate()
        clearTimeout(timer)
        socket.destroy()
        if (from && until) resolve({ host: new URL(origin).host, from: new Date(from), until: new Date(until) })
        else reject(new Error(`${host} showed no certificate`))
      },
    )
    socket.on('error', fail)
  })
}

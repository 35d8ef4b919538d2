import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installLine, installScript, programConfig } from './node-install.ts'

const origin = 'https://shop.example'
const token = `wfn_${'a'.repeat(43)}`
const url = 'https://files.example/v2bx'
const archive = 'bytes of an archive'
const sum = createHash('sha256').update(archive).digest('hex')
const published = { url, sha256: null }
const pinned = { url, sha256: { amd64: sum, arm64: 'f'.repeat(64) } }

let box: string
beforeEach(() => (box = mkdtempSync(path.join(tmpdir(), 'node-install-'))))
afterEach(() => rmSync(box, { recursive: true, force: true }))

/** Replaces a program of the machine by a fake. Its arguments are written to the file `calls`. */
function stub(name: string, body: string): void {
  const file = path.join(box, 'bin', name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\necho "${name} $*" >>"${box}/calls"\n${body}\n`)
  chmodSync(file, 0o755)
}

type Machine = { readonly user?: number; readonly machine?: string; readonly sums?: string; readonly enrols?: boolean }

function run(
  script: string,
  args: readonly string[],
  { user = 0, machine = 'amd64', sums, enrols = true }: Machine = {},
) {
  stub('id', `[ "$1" = -u ] && echo ${user} || exit 1`)
  stub('dpkg', `echo ${machine}`)
  for (const name of ['apt-get', 'systemctl', 'useradd']) stub(name, 'exit 0')
  // Removes the option for the user group, because that group does not exist on the machine that runs the tests.
  stub(
    'install',
    'for a do shift; [ "$a" = -g ] && g=1 && continue; [ "$g" ] && g= && continue; set -- "$@" "$a"; done; exec /usr/bin/install "$@"',
  )
  stub('unzip', 'while [ "$1" != -d ]; do shift; done; echo program >"$2/V2bX"')
  // Checksum file as a release has beside each archive: output of `openssl dgst` without the archive's name.
  const dgst = sums ?? `MD5= 0\nSHA1= 0\nSHA2-256= ${sum}\nSHA2-512= 0`
  stub(
    'curl',
    `out=; for a do case $last in -o) out=$a;; esac; last=$a; done
case $last in
  *.dgst) printf '%s\\n' "${dgst}" >"$out" ;;
  *.zip) printf '%s' "${archive}" >"$out" ;;
  */enrol) ${enrols ? `echo '{"Nodes":[{"NodeID":7,"ListenIP":"0.0.0.0"}]}' >"$out"` : 'exit 22'} ;;
esac`,
  )
  const done = spawnSync('sh', ['-s', '--', ...args], {
    input: script,
    encoding: 'utf8',
    env: { PATH: `${box}/bin:/usr/sbin:/usr/bin:/sbin:/bin`, DESTDIR: `${box}/root` },
  })
  const calls = existsSync(`${box}/calls`) ? readFileSync(`${box}/calls`, 'utf8') : ''
  return { code: done.status, says: done.stdout + done.stderr, calls }
}

const root = (file: string) => path.join(box, 'root', file)

describe('install script', () => {
  it.each([published, pinned])('the install script is valid shell', (program) => {
    const check = () => execFileSync('sh', ['-n'], { input: installScript(origin, program) })
    expect(check).not.toThrow()
  })

  it('holds no token; the install line passes the token as an argument', () => {
    expect(installScript(origin, published)).not.toMatch(/wfn_\w/)
    expect(installLine(origin, token)).toBe(`curl -fsSL ${origin}/api/v1/server/node.sh | sh -s -- ${token}`)
  })

  it.each([
    ['published beside the archive', published, `SHA2-256= ${sum}`],
    ['published by an older OpenSSL', published, `SHA256= ${sum}`],
    ['of the settings', pinned, 'SHA2-256= 0'],
  ])('installs a program with the checksum %s, and starts it as a service', (_whose, program, sums) => {
    const { code, says, calls } = run(installScript(origin, program), [token], { sums })
    expect(says).toContain('Done.')
    expect(code).toBe(0)
    expect(calls).toContain('systemctl enable --quiet wayfare-node@7')
    expect(calls).toContain('systemctl restart wayfare-node@7')
    expect(readFileSync(root('usr/local/lib/wayfare-node/V2bX'), 'utf8')).toBe('program\n')
    expect(statSync(root('etc/wayfare-node/7.json')).mode & 0o777).toBe(0o640)
    const routes = JSON.parse(readFileSync(root('etc/wayfare-node/route.json'), 'utf8')) as {
      rules: { ip: string[] }[]
    }
    expect(routes.rules[0]?.ip).toEqual(
      expect.arrayContaining(['127.0.0.0/8', '169.254.0.0/16', '::/128', '::1/128', '64:ff9b::/96']),
    )
    expect(readFileSync(root('etc/systemd/system/wayfare-node@.service'), 'utf8')).toMatch(
      /User=wayfare-node[^]*IPAddressDeny=169\.254\.169\.254/,
    )
  })

  it.each([
    ['a changed program', published, { sums: `SHA2-256= ${'0'.repeat(64)}` }, 'not the one'],
    [
      'a program other than the one of the settings',
      { ...pinned, sha256: { amd64: '0'.repeat(64), arm64: sum } },
      {},
      'not the one',
    ],
    ['a program without a checksum', published, { sums: 'MD5= 0' }, 'no checksum'],
    ['an unknown kind of machine', published, { machine: 'riscv64' }, 'riscv64'],
    ['a user who is not root', published, { user: 1000 }, 'root'],
  ])('stops at %s without spending the token or installing anything', (_what, program, machine, reason) => {
    const { code, says, calls } = run(installScript(origin, program), [token], machine)
    expect(code).toBe(1)
    expect(says).toContain(reason)
    expect(calls).not.toContain('/enrol')
    expect(existsSync(root(''))).toBe(false)
  })

  it('says to create a new install line if the shop refuses the token', () => {
    const { code, says } = run(installScript(origin, published), [token], { enrols: false })
    expect(code).toBe(1)
    expect(says).toContain('Make a new one in the console.')
    expect(existsSync(root(''))).toBe(false)
  })

  it('does nothing without a token, or if the download of the script breaks off', () => {
    const script = installScript(origin, published)
    expect(run(script, []).says).toContain('copy the whole line')
    for (let end = 0; end < script.indexOf('main "$@"'); end += 97) run(script.slice(0, end), [token])
    expect(run(script.slice(0, 0), [token]).calls).not.toMatch(/apt-get|curl|systemctl/)
  })
})

describe("configuration of the node's program", () => {
  const node = { number: 7, host: 'node.example.org', token: 'secret' }
  const keys = { shortId: '6ba85179e30d4fc2', privateKey: 'p', publicKey: 'q' }
  const nodeOf = (config: Record<string, unknown>) => (config.Nodes as Record<string, unknown>[])[0]

  // Field names come from conf/node.go, conf/xray.go and conf/cert.go of V2bX.
  it("names the shop, the node's number, type and token, and logs no connection of users", () => {
    const reality = {
      protocol: 'vless',
      settings: { security: 'reality', serverName: 'www.example.org', ...keys },
    } as const
    const config = programConfig({ ...node, protocol: reality }, origin)
    expect(nodeOf(config)).toMatchObject({
      ApiHost: origin,
      ApiKey: 'secret',
      NodeID: 7,
      NodeType: 'vless',
      CertConfig: { CertMode: 'none' },
    })
    expect(config.Cores).toMatchObject([{ Type: 'xray', Log: { AccessPath: 'none' } }])
    expect(JSON.stringify(config)).not.toContain(keys.shortId)
  })

  it.each([
    { protocol: 'trojan', settings: { serverName: 'a.example.org' } },
    { protocol: 'vless', settings: { security: 'tls', serverName: 'a.example.org' } },
  ] as const)('gets a certificate for the domain of a $protocol node with TLS', (protocol) => {
    const config = programConfig({ ...node, protocol }, origin)
    expect(nodeOf(config)).toMatchObject({ CertConfig: { CertMode: 'http', CertDomain: 'a.example.org' } })
  })

  it('listens on all IPv4 and IPv6 addresses if apps use an IPv6 address', () => {
    const protocol = { protocol: 'shadowsocks', settings: { serverKey: 'k' } } as const
    expect(nodeOf(programConfig({ ...node, host: '2001:db8::1', protocol }, origin))).toMatchObject({ ListenIP: '::' })
  })
})

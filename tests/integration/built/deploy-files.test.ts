import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { maxImageBytes, maxSupportImages } from '#shared/support-limits.ts'

const root = path.join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const page = read('docs/deploy.md')
const files = globSync('deploy/*', { cwd: root })
const services = files.filter((file) => file.endsWith('.service'))
const known = new Set([...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name))
known.add('NODE_COMPILE_CACHE')

const linesOf = (file: string, key: string) =>
  [...read(file).matchAll(new RegExp(String.raw`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)

it('every setting in units, the settings file and containers exists in the product', () => {
  const inUnits = services.flatMap((file) => linesOf(file, 'Environment')).flatMap((line) => line.split(' '))
  const inFile = read('deploy/wayfare.env')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const { services: containers } = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, { environment?: Record<string, string> }>
  }
  const inCompose = ['server', 'worker'].flatMap((name) => Object.keys(containers[name]?.environment ?? {}))
  const names = [...inUnits, ...inFile].map((setting) => setting.split('=')[0] ?? '').concat(inCompose)
  expect(names).toContain('DATABASE_URL')
  expect(names.filter((name) => !known.has(name))).toEqual([])
})

it('services run the built files from the current release', () => {
  const commands = services.flatMap((file) => linesOf(file, 'ExecStart'))
  const input = read('scripts/build-server.ts')
  expect(commands).toHaveLength(3)
  for (const command of commands) {
    expect(command).toMatch(/^\/opt\/wayfare\/current\//)
  }
  const bundles = commands.flatMap((command) => /dist\/server\/(\w+)\.js/.exec(command)?.[1] ?? [])
  expect(bundles.toSorted()).toEqual(['main', 'worker'])
  for (const bundle of bundles) expect(input).toContain(`${bundle}: 'server/`)
  for (const file of services)
    expect(linesOf(file, 'WorkingDirectory').concat('/opt/wayfare/current')[0]).toBe('/opt/wayfare/current')
})

it('proxies use the configured port, and none trusts an IP address sent by the client', () => {
  const port = linesOf('deploy/wayfare.env', 'PORT')[0]
  expect(read('deploy/Caddyfile')).toContain(`reverse_proxy 127.0.0.1:${port}`)
  expect(read('deploy/nginx.conf')).toContain(`server 127.0.0.1:${port};`)
  expect(read('deploy/nginx.conf')).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
  expect(read('deploy/compose.yaml')).toContain(`127.0.0.1:${port}:${port}`)
  expect(linesOf('deploy/wayfare.env', 'TRUST_PROXY')).toEqual(['on'])
})

it('proxies pass the largest request that the product accepts', () => {
  const largest = maxSupportImages * maxImageBytes * 1.5
  // Caddy reads MB as a million bytes, nginx reads m as a mebibyte.
  const ofCaddy = Number(/max_size (\d+)MB/.exec(read('deploy/Caddyfile'))?.[1]) * 1_000_000
  const ofNginx = Number(/client_max_body_size (\d+)m;/.exec(read('deploy/nginx.conf'))?.[1]) * 1024 * 1024
  expect(Math.min(ofCaddy, ofNginx)).toBeGreaterThan(largest)
  expect(read('docs/operate.md')).toContain(`413 over ${largest / 1024 / 1024} MiB`)
})

it('Caddy ends the connection of a live page with its visitor', () => {
  expect(read('deploy/Caddyfile')).not.toMatch(/^\s*flush_interval/m)
})

it('the deployment guide names every unit and only existing files', () => {
  for (const unit of files.filter((file) => /\.(?:service|timer)$/.test(file))) {
    expect(page).toContain(path.basename(unit))
  }
  const named = new Set(
    [...page.matchAll(/(?<![/\w])(?:\/root\/wayfare\/|\/opt\/wayfare\/current\/)?deploy\/([\w.-]+\w)/g)].map(
      ([, file]) => file,
    ),
  )
  named.delete('keys')
  named.delete('compose.env')
  expect([...named]).toContain('release.sh')
  expect([...named].filter((file) => !files.includes(`deploy/${file}`))).toEqual([])
})

it('deployment scripts are executable', () => {
  for (const file of ['release.sh', 'dump.sh', 'make-keys.sh', 'wayfare'])
    expect(statSync(path.join(root, 'deploy', file)).mode & 0o111, file).not.toBe(0)
})

it.each(['root', 'wayfare'])('commands started by %s read relative paths from the folder of the person', (user) => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'wayfare-command-')))
  try {
    const place = (name: string) => path.join(folder, name)
    for (const name of ['bin', 'etc', 'home', 'current/node_modules/.bin']) mkdirSync(place(name), { recursive: true })
    const script = (name: string, text: string) => writeFileSync(place(name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    writeFileSync(place('user'), user)
    script('bin/id', `cat ${place('user')}`)
    script('bin/runuser', `echo wayfare > ${place('user')}; shift 3; exec "$@"`)
    script('current/node_modules/.bin/node', 'echo "$INIT_CWD" "$PWD" "$SETTING" "$@"')
    writeFileSync(place('etc/wayfare.env'), 'SETTING=1\n')
    const text = read('deploy/wayfare').replace('/etc/wayfare', place('etc')).replace('/opt/wayfare', folder)
    writeFileSync(place('bin/wayfare'), text, { mode: 0o755 })
    const env = { PATH: `${place('bin')}:${process.env.PATH}` }
    const said = execFileSync(place('bin/wayfare'), ['export', '--out', 'copies'], { cwd: place('home'), env })
    expect(said.toString().trim()).toBe(`${place('home')} ${place('current')} 1 dist/server/export.js --out copies`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it.each([
  [
    `postgres://u:${encodeURIComponent('p@s:s/a\u00e9\\x')}@h:5432/db?sslmode=require`,
    'postgres://u@h:5432/db?sslmode=require',
    'p@s:s/a\u00e9\\x',
  ],
  ['postgresql://u:plain@h/db', 'postgresql://u@h/db', 'plain'],
  ['postgres://u@h/db', 'postgres://u@h/db', ''],
  ['postgres:///wayfare?host=/run/postgresql', 'postgres:///wayfare?host=/run/postgresql', ''],
])('the backup passes no password on a command line: %s', (url, shown, password) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wayfare-backup-'))
  const program = `#!/bin/sh
for each in "$@"; do case $each in --file=*) : > "\${each#--file=}" ;; --dbname=*) printf '%s\\n%s\\n' "\${each#--dbname=}" "$PGPASSWORD" >> ${folder}/seen ;; esac; done
`
  try {
    for (const name of ['pg_dump', 'pg_restore', 'psql'])
      writeFileSync(path.join(folder, name), program, { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env.PATH}`, DATABASE_URL: url }
    execFileSync('sh', [path.join(root, 'deploy/dump.sh'), folder], { env })
    // The password is seen twice: by the dump and by the statement that records the backup.
    expect(readFileSync(path.join(folder, 'seen'), 'utf8')).toBe(`${shown}\n${password}\n`.repeat(2))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it.each([
  'postgres:///wayfare?host=/run/postgresql&user=w&password=secret',
  'postgres://u:plain@h/db?password=secret',
  'postgres://u@h/db?sslmode=verify-full&sslpassword=secret',
])('the backup refuses a password in the query string and starts nothing: %s', (url) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wayfare-backup-'))
  try {
    const started = `#!/bin/sh\n: > ${folder}/started\n`
    for (const name of ['pg_dump', 'pg_restore', 'psql'])
      writeFileSync(path.join(folder, name), started, { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env.PATH}`, DATABASE_URL: url }
    const { status, stderr } = spawnSync('sh', [path.join(root, 'deploy/dump.sh'), folder], { env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([2, expect.stringContaining('write the password before the @')])
    expect(stderr).not.toContain('secret')
    expect(existsSync(path.join(folder, 'started'))).toBe(false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it.each(['pg_dump', 'pg_restore'])('a backup is not stored as finished when %s fails', (failing) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wayfare-backup-'))
  try {
    const programs = { pg_dump: 'exit 0', pg_restore: 'exit 0', psql: `: > ${folder}/stored`, [failing]: 'exit 1' }
    for (const [name, text] of Object.entries(programs))
      writeFileSync(path.join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env.PATH}`, DATABASE_URL: 'postgres://u@h/db' }
    expect(spawnSync('sh', [path.join(root, 'deploy/dump.sh'), folder], { env }).status).not.toBe(0)
    expect(existsSync(path.join(folder, 'stored'))).toBe(false)
    expect(globSync('*.dump', { cwd: folder })).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('a release also serves the scripts of the previous one, but no older ones', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wayfare-release-'))
  const programs = {
    // Fake `date` that counts, because two releases within a second would share a folder.
    date: `echo x >> ${folder}/count; wc -l < ${folder}/count | tr -d ' '`,
    git: 'tar -cf - --files-from=/dev/null',
    npm: `[ "$2" = build ] || exit 0; mkdir -p dist/client/assets; cd dist/client/assets
echo same > same.js; n=$(wc -l < ${folder}/count | tr -d ' '); echo "$n" > "./-of-$n.js"`,
  }
  try {
    for (const [name, text] of Object.entries(programs))
      writeFileSync(path.join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env.PATH}`, WAYFARE_BASE: folder }
    const served = [1, 2, 3].map(() => {
      execFileSync('sh', [path.join(root, 'deploy/release.sh'), folder], { env })
      return readdirSync(path.join(folder, 'current/dist/client/assets')).toSorted()
    })
    expect(served).toEqual([
      ['-of-1.js', 'same.js'],
      ['-of-1.js', '-of-2.js', 'same.js'],
      ['-of-2.js', '-of-3.js', 'same.js'],
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

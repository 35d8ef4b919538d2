import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { curveParameters } from './curve-parameters.ts'
import { findSecrets } from './find-secrets.ts'

/**
 * Searches for secrets (keys, passwords) in all text files of the repository except `package-lock.json`, or with
 * `--built` in the build output instead: browser files, renderer, server bundles, and source maps, which must not
 * contain server code.
 */
const root = path.join(import.meta.dirname, '..')
const built = process.argv.includes('--built')

/** Patterns of known false positives: examples and a public constant. */
const harmless = [
  /^(?:smtp|postgres):\/\/user:password@/,
  /^smtp:\/\/mailer:canary-smtp-password@localhost$/,
  // Test data that is marked as invented, or has sequential ids.
  /["']INVENTED-[\w-]+["']$/,
  /["']4d9a00\d\d-6b1e-4c52-9a70-3f0c5e8d7b\d\d["']$/,
  // Invented private key of a REALITY pair in tests and the demo node.
  /["']S4jHWGO2AKjiLYJKruQKFiLYfLlBbgsb2IajOvxvOw0["']$/,
  // Topic hash of the ERC-20 event `Transfer`, a public constant.
  /^0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef$/,
]
const secretFiles = /(?:^|\/)(?:\.env(?:\..+)?|.*\.(?:pem|key|p12|pfx|jks)|id_(?:rsa|ed25519))$/
const binary = /\.(?:png|woff2|ttf|ico|br|gz|jpg|webp)$/

const listed = () =>
  // Lists also untracked files that a commit would add.
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, maxBuffer: 1e8 })
    .toString()
    .split('\0')
    .filter((file) => file !== '' && file !== 'package-lock.json' && existsSync(path.join(root, file)))
const files = built ? globSync('dist/**/*.*', { cwd: root }) : listed()
if (files.length === 0) throw new Error('there is nothing to look at: run npm run build first')

const problems: string[] = []
for (const file of files) {
  if (secretFiles.test(file) && file !== '.env.example') problems.push(`${file}: a file of this name holds secrets`)
  if (binary.test(file)) continue
  const text = readFileSync(path.join(root, file), 'utf8')
  for (const { name, line, text: found } of findSecrets(text))
    if (!curveParameters.has(found.toLowerCase()) && !harmless.some((pattern) => pattern.test(found)))
      problems.push(`${file}:${line}: ${name} (${found.slice(0, 12)}…)`)
  if (
    file.endsWith('.map') &&
    !file.startsWith('dist/server/') &&
    /"[^"]*\/server\/(?:modules|workflows|platform|api|db|ops)\//.test(text)
  )
    problems.push(`${file}: shows sources of the server`)
}
for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${problems.length} secrets`)
if (problems.length > 0) process.exitCode = 1

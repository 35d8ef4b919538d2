import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { typedNumbers } from '#server/modules/content/placeholders.rules.ts'

/**
 * Topics (invitations, affiliates) whose numbers are settings of the shop's terms, so texts must not contain the
 * numbers.
 */
const subject =
  /affiliate|commission|payout|paid out|referr|\bKOL\b|invit|hold\b|bonus time|settlement|佣金|推广|打款|结算|邀请|返利|冻结|奖励|受邀/i
const rate = /\d[\d.,]*\s*[%％]|[$¥￥]\s?\d|\d\s*(?:USDT|美元|元)/
const span = /\d+\s*[-–]?\s*(?:minutes?|hours?|days?|months?|分钟|小时|天|日|个月)\b|\d+\s*(?:分钟|小时|天|个月)/i
/** Number in texts that may stay: the claimed uptime, which is not part of the terms. */
const claims = /99\.999\s?%/g

/**
 * Returns a hard-coded number that could contradict the terms: a rate, an amount, or (in texts about invitations and
 * affiliates) a time span. Null if there is none, or if the text is only a percentage. Numbers must be passed as
 * parameters.
 */
export function findTypedTerm(text: string): string | null {
  if (/^\d+%$/.test(text)) return null
  const read = text.replaceAll(claims, '')
  const found = rate.exec(read) ?? (subject.test(read) ? span.exec(read) : null)
  return found ? found[0] : null
}

export function listTexts(source: string, name: string): { line: number; text: string }[] {
  const file = ts.createSourceFile(
    name,
    source,
    ts.ScriptTarget.Latest,
    true,
    name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const texts: { line: number; text: string }[] = []
  const visit = (node: ts.Node): void => {
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isJsxText(node)
    if (isText && !ts.isImportDeclaration(node.parent))
      texts.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: node.text })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return texts
}

const root = path.join(import.meta.dirname, '..')

async function checkTerms(folder: string): Promise<{ texts: number; faults: string[] }> {
  const faults: string[] = []
  let texts = 0
  for await (const name of glob('content/{en,zh-CN}/**/*.md', { cwd: folder })) {
    const markdown = (await readFile(path.join(folder, name), 'utf8')).replace(/^---\n[\s\S]*?\n---\n/, '')
    texts++
    for (const number of typedNumbers(markdown)) faults.push(`${name} types ${number}: write {{the rule's name}}`)
  }
  for await (const name of glob(
    [
      'text/*/site/**/*.ts',
      'web/{pages,features,account}/**/*.tsx',
      'server/modules/outbox/code-and-security-texts.ts',
    ],
    { cwd: folder },
  )) {
    for (const { line, text } of listTexts(await readFile(path.join(folder, name), 'utf8'), name)) {
      texts++
      const typed = findTypedTerm(text)
      if (typed) faults.push(`${name}:${line} types "${typed}": take it from the terms as a parameter`)
    }
  }
  return { texts, faults }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { texts, faults } = await checkTerms(root)
  for (const fault of faults) console.error(fault)
  console.log(`${texts} texts, ${faults.length} of them type a number of the terms`)
  // A run that finds very few texts fails too, because then the search itself is broken.
  if (faults.length > 0 || texts < 500) process.exitCode = 1
}

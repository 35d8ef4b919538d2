import type { Language } from '#shared/language.ts'
import type { SiteData } from '#shared/site.ts'
import type { HomeText } from '#text/en/site/home.ts'

type ProofFact = { readonly title: string; readonly note: string; readonly url: string; readonly live?: boolean }

/** Minimum number of facts. A single one is not convincing, so the strip is hidden below this number. */
const fewestFacts = 2

const monthOf = (month: string, language: Language) =>
  language === 'en'
    ? new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(month))
    : month.replace('-', '.')

type Known = Pick<SiteData, 'proof' | 'refundDays' | 'content' | 'services'>

/**
 * Verifiable facts in display order, as far as the operator has provided them; empty if there are fewer than
 * `fewestFacts`.
 */
export function listFacts(data: Known, t: HomeText, language: Language, base: string): ProofFact[] {
  const { company, audit, protocol, source, status } = data.proof ?? {}
  const hasRules = data.content[language].clauses.some(({ slug }) => slug === 'refund-policy')
  const measured = data.services.find(({ service }) => service === 'servers')?.uptime ?? undefined
  const facts: (ProofFact | false | undefined)[] = [
    company && { title: company.name, note: company.place[language], url: company.url },
    audit && { title: t.audited(monthOf(audit.month, language)), note: t.auditBy(audit.by), url: audit.url },
    protocol && { title: protocol.name, note: protocol.note[language], url: protocol.url },
    source && { title: t.openSource, note: source.note[language], url: source.url },
    status && { title: t.status, note: t.statusText, url: status.url, live: status.feed !== undefined },
    measured && { title: t.measured(measured.percent), note: t.measuredText(measured.days), url: `${base}/status` },
    data.refundDays > 0 &&
      hasRules && { title: t.refund(data.refundDays), note: t.refundText, url: `${base}/clause/refund-policy` },
  ]
  const present = facts.filter((fact) => fact !== false && fact !== undefined)
  return present.length < fewestFacts ? [] : present
}

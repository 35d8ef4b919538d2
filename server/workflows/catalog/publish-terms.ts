import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { Sentence } from '#shared/sentence.ts'
import { lockSetting } from '#server/modules/catalog/catalog.service.ts'
import { findTermsFaults } from '#server/modules/catalog/terms-faults.ts'
import { describeTermsChange, findCrossedBounds } from '#server/modules/catalog/terms-change.rules.ts'
import { newestTermsVersion, publishTerms, readNewestTerms } from '#server/modules/catalog/affiliate-terms.service.ts'
import { done, refuse, Refused, type Act, type FindKept } from '#server/platform/act.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { sentence } from '#text/sentence.ts'

async function findPublishFaults(db: Queryable, terms: AffiliateTerms): Promise<Sentence[]> {
  const faults = findTermsFaults(terms)
  const newest = await newestTermsVersion(db)
  return faults.length > 0 || terms.version > newest ? faults : [sentence('terms.needsVersion', { version: newest })]
}

const takeTurn = (tx: Transaction) => lockSetting(tx, 'affiliateTerms')
const subjectOf = (version: number): string => `affiliate terms ${version}`

export const keptTerms: FindKept<object> = async (tx) => {
  await takeTurn(tx)
  return { subject: subjectOf(await newestTermsVersion(tx)), values: {}, unseen: await readNewestTerms(tx) }
}

export const publishAffiliateTerms: Act<'terms.publish'> = async (tx, { file }, operator) => {
  const terms = readTerms(file)
  await takeTurn(tx)
  const faults = await findPublishFaults(tx, terms)
  if (faults.length > 0) return refuse('InvalidInput', sentence('terms.invalid', { faults }))
  const before = await readNewestTerms(tx)
  const crossed = findCrossedBounds(before, terms, tx.now.toISOString().slice(0, 10))
  if (!(await publishTerms(tx, terms, operator.name)))
    return refuse('NotPossible', sentence('terms.publishedMeanwhile', { version: terms.version }))
  const { version, since } = terms
  const output = { version, since, changes: [...describeTermsChange(before, terms)] }
  const takesTwo = crossed.length === 0 ? null : sentence('terms.takeTwo', { bounds: crossed })
  return done(output, subjectOf(version), terms, { takesTwo })
}

function readTerms(text: string): AffiliateTerms {
  try {
    return JSON.parse(text) as AffiliateTerms
  } catch (error) {
    throw new Refused(
      'InvalidInput',
      sentence('field.fault', { field: { field: 'file' }, fault: (error as Error).message }),
    )
  }
}

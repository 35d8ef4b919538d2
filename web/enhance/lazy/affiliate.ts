import { estimateCommission, type AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { Language } from '#shared/language.ts'
import { formatMoney, money } from '#shared/money.ts'
import { readStored } from '#web/client/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'

/** The calculator of the affiliate page: the same sum as the server's, over the same terms. */
function calculate(form: HTMLFormElement | null): void {
  if (!form) return
  const terms = JSON.parse(form.dataset.terms ?? '') as AffiliateTerms
  const fields = new FormData(form)
  const count = Number(fields.get('count'))
  const { firstMinor, renewalMinor } = estimateCommission(terms, count, Number(fields.get('plan')))
  const language = document.documentElement.lang as Language
  const show = (name: string, text: string) => {
    const output = form.querySelector(`output[name=${name}]`)
    if (output) output.textContent = text
  }
  show('people', String(count))
  show('first', formatMoney(money(firstMinor, terms.currency), language))
  show('renewal', formatMoney(money(renewalMinor, terms.currency), language))
}

const calculators = 'form[data-terms]'
document.addEventListener('input', ({ target }) => calculate((target as Element).closest(calculators)))
// What was chosen before this script came.
calculate(document.querySelector(calculators))

// Back from the login page: to the form, whose island fills in what was written. Who is in another field already stays there.
if (readStored('sessionStorage', storageKeys.applicationDraft) !== null && document.activeElement === document.body)
  document.querySelector<HTMLInputElement>('#apply input')?.focus()

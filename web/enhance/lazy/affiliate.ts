import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import { estimateCommission } from '#shared/commission.ts'
import type { Language } from '#shared/language.ts'
import { formatMoney, money } from '#shared/money.ts'
import { readStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'

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
// Calculates from numbers that were typed before this script loaded.
calculate(document.querySelector(calculators))

// After the login, the focus returns to the application form unless the visitor has moved it. The form's island
// restores the draft.
if (readStored('sessionStorage', storageKeys.applicationDraft) !== null && document.activeElement === document.body)
  document.querySelector<HTMLInputElement>('#apply input')?.focus()

/** The plan that a link asks for. It leaves the address, so that what is chosen afterwards outlives a reload. */
export function takeAskedPlan(): string | null {
  const url = new URL(location.href)
  const plan = url.searchParams.get('plan')
  if (plan === null) return null
  url.searchParams.delete('plan')
  history.replaceState(history.state, '', url)
  return plan
}

export function showHeaderLinks(isSignedIn: boolean): void {
  if (isSignedIn) document.documentElement.dataset.account = 'in'
  else delete document.documentElement.dataset.account
}

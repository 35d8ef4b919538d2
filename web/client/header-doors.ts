/** What other tabs learn from storage: whether the header shows the account or the doors to it. */
export function showDoors(isSignedIn: boolean): void {
  if (isSignedIn) document.documentElement.dataset.account = 'in'
  else delete document.documentElement.dataset.account
}

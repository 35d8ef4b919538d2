export function showDoors(isSignedIn: boolean): void {
  if (isSignedIn) document.documentElement.dataset.account = 'in'
  else delete document.documentElement.dataset.account
}

/** Switches the header between the account link and the login and register links. */
export function showDoors(isSignedIn: boolean): void {
  if (isSignedIn) document.documentElement.dataset.account = 'in'
  else delete document.documentElement.dataset.account
}

/**
 * Switches the header between the account link and the login and register links. Other tabs call it when storage
 * changes.
 */
export function showDoors(isSignedIn: boolean): void {
  if (isSignedIn) document.documentElement.dataset.account = 'in'
  else delete document.documentElement.dataset.account
}

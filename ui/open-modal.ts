/** Opens a dialog over the page; in browsers that know no dialogs by a script that no other one loads. */
export function openModal(dialog: HTMLDialogElement): void {
  // Typed as always there, which it is not.
  if ((dialog.showModal as unknown) !== undefined) dialog.showModal()
  else
    import('./modal-by-hand.ts').then(
      ({ openByHand }) => dialog.isConnected && openByHand(dialog),
      () => {},
    )
}

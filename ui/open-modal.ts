/** Opens a modal dialog. For browsers without `<dialog>`, loads a replacement. */
export function openModal(dialog: HTMLDialogElement): void {
  // TypeScript's type claims that `showModal` always exists, which is wrong for old browsers.
  if ((dialog.showModal as unknown) !== undefined) dialog.showModal()
  else
    import('./modal-by-hand.ts').then(
      ({ openByHand }) => dialog.isConnected && openByHand(dialog),
      () => {},
    )
}

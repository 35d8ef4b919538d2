/** Opens a modal dialog. Browsers without `<dialog>` load a polyfill. */
export function openModal(dialog: HTMLDialogElement): void {
  // The type claims that it always exists.
  if ((dialog.showModal as unknown) !== undefined) dialog.showModal()
  else
    import('./modal-by-hand.ts').then(
      ({ openByHand }) => dialog.isConnected && openByHand(dialog),
      () => {},
    )
}

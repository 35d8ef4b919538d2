const share = {
  copy: 'Copy',
  copied: 'Copied',
  share: 'Share…',
  sheetFailed: 'Your browser could not open its share menu. Please copy the link instead.',
  qrLabel: 'QR code of this link',
  picture: 'Picture to send',
  pictureTitle: 'A picture to send',
  pictureSays: (words: string) => `Picture with a QR code. It says: ${words}`,
  pictureFailed: 'The picture could not be drawn in this browser. Please copy the link instead.',
  pictureSheetFailed: 'Your browser could not open its share menu. Please save the picture instead.',
  sharePicture: 'Share the picture',
  savePicture: 'Save the picture',
  close: 'Close',
}
export type ShareTexts = typeof share
export default share

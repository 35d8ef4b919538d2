const views = {
  title: 'Saved views',
  keep: 'Keep this page as',
  hint: 'With its filters, as they stand in the address. A name that you use already gets the new address.',
  share: 'Share with operators of your role and above',
  save: 'Save',
  none: 'Nothing is kept yet.',
  sharedByYou: 'shared by you',
  sharedBy: (name: string): string => `shared by ${name}`,
  rename: 'Rename',
  remove: 'Remove',
  newName: (name: string): string => `New name of ${name}`,
}
export default views
export type ViewsText = typeof views

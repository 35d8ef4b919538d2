const views = {
  title: 'Saved views',
  keep: 'Save this page as',
  hint: 'Saves the current filters. Using an existing name replaces that view.',
  share: 'Share with operators in your role or above',
  save: 'Save',
  none: 'No saved views yet.',
  sharedByYou: 'shared by you',
  sharedBy: (name: string): string => `shared by ${name}`,
  rename: 'Rename',
  remove: 'Remove',
  newName: (name: string): string => `New name for ${name}`,
}
export default views
export type ViewsText = typeof views

import type { ActionTexts } from '#text/action-text.ts'

export const views = {
  'views.list': {
    label: 'Saved views',
    about: 'Lists saved views of the console: your own, and those shared with your role.',
    empty: { views: 'No saved views.' },
  },
  'views.save': {
    label: 'Save a view',
    about:
      'Saves an address of the console with its filters under a name. An existing view of that name is replaced. Shared views are visible to operators of the same role or above.',
    hints: {
      name: 'Name of the view, up to 60 characters',
      address: 'Address below /console, including the part after #',
      shared: 'Operators of the same role or above see it, too',
    },
  },
  'views.rename': {
    label: 'Rename a view',
    about: 'Renames one of your own views.',
    hints: { view: 'One of your own views', name: 'New name, up to 60 characters' },
  },
  'views.remove': {
    label: 'Delete a view',
    about: 'Deletes one of your own views. What it shows is not affected.',
    hints: { view: 'One of your own views' },
  },
} as const satisfies Partial<ActionTexts>

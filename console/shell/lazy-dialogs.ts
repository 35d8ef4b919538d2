import { lazy } from 'react'

export const LazyPalette = lazy(() => import('./palette.tsx'))
export const LazyKeys = lazy(() => import('./keys-dialog.tsx'))
export const LazyViews = lazy(() => import('./views.tsx'))

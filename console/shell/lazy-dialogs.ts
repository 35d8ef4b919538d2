import { lazy } from 'react'

export const LazyPalette = lazy(() => import('./palette.tsx'))
export const LazyViews = lazy(() => import('./views.tsx'))

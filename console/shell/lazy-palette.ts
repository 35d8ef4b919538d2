import { lazy } from 'react'

export const LazyPalette = lazy(() => import('./palette.tsx'))

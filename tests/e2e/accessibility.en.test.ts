import { testAccessiblePages } from './accessible-pages.ts'

testAccessiblePages({ language: 'en', width: 'desktop' })

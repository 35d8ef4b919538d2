import { testAccessiblePages } from './accessible-pages.ts'

testAccessiblePages('en')

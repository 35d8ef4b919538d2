import { testAccessiblePages } from './accessible-pages.ts'

testAccessiblePages('zh-CN')

import { testAccessiblePages } from './accessible-pages.ts'

testAccessiblePages({ language: 'zh-CN', width: 'phone' })

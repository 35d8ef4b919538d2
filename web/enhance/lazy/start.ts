import { insideApp } from '#web/client/inside-app.ts'

const app = insideApp(navigator.userAgent)
if (app) void import('./leave-app.ts').then(({ askToLeave }) => askToLeave(app))

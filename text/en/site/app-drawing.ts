const appDrawing = {
  label: 'Drawing of the app: one switch, one route',
  caption: 'A drawing. Screens differ by platform.',
  connected: 'Connected',
  place: 'Los Angeles',
  on: 'On',
  tap: 'Tap to turn off',
}
export default appDrawing
export type AppDrawingText = typeof appDrawing

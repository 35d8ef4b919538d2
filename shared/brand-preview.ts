/** Path of a preview of the brand kit, followed by the language and the name of a page. Its values are posted. */
export const brandPreview = '/console/preview-brand'
export const brandPreviewPages = { home: '/', pricing: '/pricing', download: '/download' } as const

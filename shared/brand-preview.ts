/** Console path of the brand preview; language and page name follow. The unsaved brand values are posted to it. */
export const brandPreview = '/console/preview-brand'
export const brandPreviewPages = { home: '/', pricing: '/pricing', download: '/download' } as const

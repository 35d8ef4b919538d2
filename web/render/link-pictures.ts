import { linkPictureTexts } from '#text/link-pictures.ts'

export const pictureSize = { width: 1200, height: 630 }
export const squareSize = { width: 500, height: 500 }

export type LinkPicture = keyof (typeof linkPictureTexts)['en']
export const linkPictures = Object.keys(linkPictureTexts.en) as LinkPicture[]
export const defaultPicture: LinkPicture = 'home'

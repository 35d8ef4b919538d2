import type { ActionTexts } from '#text/action-text.ts'

export const texts = {
  'content.list': {
    label: 'Texts',
    about: 'Lists all texts with their state: public, scheduled, withdrawn, in one language only, or with a draft.',
    empty: { texts: 'No texts yet.' },
  },
  'content.open': {
    label: 'Open a text',
    about: 'Shows a text for editing: its draft, the public version, available placeholders, and problems.',
    empty: { newest: 'Never published.', from: 'at once', findings: 'No problems.', categories: 'No categories yet.' },
  },
  'content.wording': {
    label: 'Wording of a version',
    about: 'Shows a version of a text as it was published.',
    hints: { language: 'Language', version: 'Version' },
  },
  'content.save-draft': {
    label: 'Save a draft',
    about:
      'Saves a draft of a text in both languages. It is not public, and changes saved by another operator are not overwritten.',
    says: ['Would save the draft of {text}.', 'The draft of {text} is saved.'],
    hints: {
      expect: 'Version of the draft that you saw; 0 if there was none',
      baseEn: 'English version that the draft is based on; 0 if none',
      baseZh: 'Chinese version that the draft is based on; 0 if none',
      titleEn: 'Title in English; for the FAQ, the question; for an email, the subject',
      titleZh: 'Title in Chinese',
      summaryEn: 'A sentence for lists and search engines; for an email, the heading',
      summaryZh: 'A sentence for lists and search engines, in Chinese',
      markdownEn: 'Text in English, as Markdown',
      markdownZh: 'Text in Chinese, as Markdown',
      actionEn: 'For an email: text of its link, in English',
      actionZh: 'For an email: text of its link, in Chinese',
      date: 'For an announcement: date shown above it. Other texts show the day of publication.',
      from: 'When it takes effect; empty: at once',
      until: 'For an announcement: shown until then',
      category: 'For the FAQ: category',
      place: 'Position in its list, starting from 0',
      incident: 'For an announcement: shows it as an incident on the status page, on its date',
      sample: 'Marks the text as a sample',
      stillRight: 'Only one language was changed; the other one is still correct',
    },
  },
  'content.discard-draft': {
    label: 'Discard the draft',
    about: 'Discards the draft of a text. The public version is kept.',
    says: ['Would discard the draft of {text}, saved by {by}.', 'The draft of {text} is discarded.'],
    hints: { expect: 'Version of the draft that you saw; 0 if there was none' },
  },
  'content.publish-text': {
    label: 'Publish',
    about:
      'Publishes the draft of a text in both languages at once. A legal text needs an owner and a code, an email a code.',
    second:
      'If more than 1,000 people are notified by email, or if a link leads to a host that no public text or setting uses.',
    says: ['Would publish {text}.', '{text} is published and visible within seconds.'],
    hints: {
      expect: 'Version of the draft that you saw; 0 if there was none',
      tell: 'For a legal text: notifies everyone with an address by email, once',
      tellAt: 'When notifications start; empty: at once',
    },
    empty: { from: 'at once', until: 'without end' },
  },
  'content.withdraw': {
    label: 'Take it off the site',
    about:
      'Takes a text off the site in both languages. Its versions are kept. An email falls back to the standard text, which needs a code; a legal text needs an owner and a code.',
    says: ['Would take {text} off the site.', '{text} will be off the site within seconds.'],
  },
  'content.publish-samples': {
    label: 'Publish all samples',
    about:
      'Publishes every answer of the FAQ that comes with the product and that nobody has changed, in both languages. Your own words and drafts stay as they are.',
    second: 'If a link leads to a host that no public text or setting uses.',
    says: [
      'Would publish {count} {count:text|texts}. Read them first: they must be true for your shop.',
      '{count} {count:text is|texts are} published and visible within seconds.',
    ],
    hints: { texts: 'Only these; empty: all' },
  },
  'content.withdraw-samples': {
    label: 'Take all samples off the site',
    about:
      'Takes every answer of the FAQ off the site that still has the words of the product, in both languages. Versions are kept; your own words stay public.',
    says: [
      'Would take {count} {count:text|texts} off the site.',
      '{count} {count:text is|texts are} off the site within seconds.',
    ],
    hints: { texts: 'Only these; empty: all' },
  },
  'content.restore': {
    label: 'Publish this version again',
    about:
      'Publishes an earlier version of a text again, as a new version. A legal text needs an owner and a code, an email a code.',
    second: 'If a link leads to a host that no public text or setting uses.',
    says: [
      'Would publish version {version} of {text} again, as version {after}.',
      'Version {version} of {text} is public again, as version {after}.',
    ],
    hints: { language: 'Language', version: 'Version' },
    empty: { until: 'without end' },
  },
  'content.export': {
    label: 'Export the texts',
    about:
      'Writes public content (texts, apps, testimonials, measurements, affiliate terms) into a folder: up to 2,000 texts and 20 million characters.',
  },
  'content.preview': {
    label: 'Compare a folder',
    about: 'Shows what importing a folder would change.',
    hints: {
      folder: 'Texts as {en,zh-CN}/*/*.md, lists and settings as *.json',
      complete: 'Withdraws texts that are not in the folder',
    },
  },
  'content.publish': {
    label: 'Publish a folder',
    about:
      'Publishes a folder: changed texts get a new version, lists are replaced. Legal texts, settings and terms need an owner and a code, apps a code.',
    second: 'If apps, mirrors or the chat change, or if a link leads to a host that no public text or setting uses.',
    hints: {
      folder: 'Texts as {en,zh-CN}/*/*.md, lists and settings as *.json',
      complete: 'Withdraws texts that are not in the folder',
    },
  },
  'content.versions': { label: 'Versions of a text', about: 'Lists all versions of a text, newest first.' },
  'canary.draft': {
    label: 'Draft a statement',
    about: 'Drafts a statement in both languages. Read it before you sign it: every sentence must be true.',
    hints: { news: 'Recent news that proves that the statement was not written in advance' },
  },
  'canary.sign': {
    label: 'Sign a statement',
    about:
      'Signs a statement with your Ed25519 key and writes the signature next to it, with the ending .sig. The key does not have to be on a server; openssl can sign as well (pkeyutl -sign -rawin).',
    hints: { file: 'The statement', key: 'Your private key' },
  },
  'canary.key': {
    label: 'Publish the canary key',
    about: 'Publishes the public key that verifies statements. Publish its fingerprint elsewhere, too.',
    second: 'Always.',
    says: ['Would publish the key {fingerprint}.', 'Published the key {fingerprint}.'],
    hints: { file: 'The public key' },
  },
  'canary.publish': {
    label: 'Publish a statement',
    about: 'Publishes a signed statement after checking its signature and date.',
    says: ['The signature and the date are correct.', 'Published; visible within seconds.'],
    hints: { file: 'The statement', signature: 'Signature; by default the file next to it with the ending .sig' },
  },
  'canary.status': {
    label: 'Canary',
    about: 'Shows the state of the newest statement, how long it is valid, and earlier statements.',
  },
} as const satisfies Partial<ActionTexts>

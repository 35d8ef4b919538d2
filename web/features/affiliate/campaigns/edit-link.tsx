import { useQueryClient } from '@tanstack/react-query'
import { qrPath } from '#shared/qr-path.ts'
import { DialogForm } from '#ui/dialog-form.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { TextField } from '#ui/text-field.tsx'
import { api } from '#web/client/api.ts'
import { saveFile } from '#ui/save-file.ts'
import { formText } from '#web/forms/identifier-input.ts'
import { useEditor } from '#web/forms/use-editor.ts'
import type { DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import { affiliateQuery, type AffiliateLink } from '#web/features/affiliate/base/affiliate.queries.ts'
import { DestinationField, readDestination } from './destination-field.tsx'
import { qrDrawing, qrPixels } from './qr-file.ts'
import styles from './links.module.css'

type Props = DashboardProps & { readonly link: AffiliateLink; readonly onClose: () => void }

/**
 * Dialog that edits a referral link's name, target page and QR code or archives it. The link's URL and printed QR codes
 * stay valid.
 */
export function EditLink({ t, language, link, onClose }: Props) {
  const queryClient = useQueryClient()
  const { form, problem, save } = useEditor({ t, language, onClose })
  const words = t.links
  const name = link.name || words.plain
  const change = (input: object, done: string) =>
    save(async () => {
      await api('/api/system/system_affiliate_link', { id: link.id, ...input }, { handlesErrors: true })
      await queryClient.invalidateQueries({ queryKey: affiliateQuery.queryKey })
    }, done)
  const file = `${t.links.card.file}-${link.slug ?? 'r'}`
  const savePng = async () => saveFile(`${file}.png`, await qrPixels(qrPath(link.url)), 'image/png')
  return (
    <DialogForm
      {...form}
      title={name}
      submitLabel={t.save}
      onSubmit={(data) =>
        change(
          {
            ...(link.slug !== null && { name: formText(data, 'name').trim() }),
            destination: readDestination(data.get('destination')),
          },
          words.changed,
        )
      }
    >
      {link.slug !== null && (
        <TextField
          label={words.name}
          name="name"
          autoComplete="off"
          maxLength={60}
          defaultValue={link.name}
          hint={words.nameHint}
          error={problem?.fields.name}
        />
      )}
      <DestinationField t={t} chosen={link.destination} hint={words.sameAddress} />
      <div className={styles.code}>
        <QrCode text={link.url} label={words.qrLabel(name)} />
        <div className={styles.files}>
          <button type="button" className="btn quiet s" onClick={() => void savePng()}>
            {words.saveQr('PNG')}
          </button>
          <button
            type="button"
            className="btn quiet s"
            onClick={() => saveFile(`${file}.svg`, qrDrawing(qrPath(link.url)), 'image/svg+xml')}
          >
            {words.saveQr('SVG')}
          </button>
        </div>
      </div>
      {link.slug !== null && (
        <div className={styles.archive}>
          <button
            type="button"
            className="btn quiet s"
            onClick={() => void change({ archived: !link.archived }, link.archived ? words.restored : words.archived)}
          >
            {link.archived ? words.restore : words.archive}
          </button>
          <p className="small dim">{words.archiveText}</p>
        </div>
      )}
    </DialogForm>
  )
}

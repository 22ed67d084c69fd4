import { ENCODINGS, type Encoding } from '@attest/contract/encodings'
import type { Preview, PreviewTab } from '@attest/contract/import-previews'
import { FileSpreadsheet, Send } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { isGone, readFailure } from '../lib/call.ts'
import { counted, formatDay, formatNumber } from '../lib/format.ts'
import { newRoundWords } from '../rounds/round-values.ts'
import { BeforeLetters } from '../settings/before-letters.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { LabeledSelect } from '../ui/field.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { notesText, rowCount, TABS, writtenCount } from './import-words.tsx'
import { forgetPreview, type KeptPreview } from './kept-preview.ts'
import { PreviewColumns } from './preview-columns.tsx'
import { PreviewRows } from './preview-rows.tsx'
import { type ChangePreview, useChangePreview, useIsChanging, usePreview } from './use-preview.ts'

interface PreviewScreenProps {
  kept: KeptPreview
  failure?: string
  onStart: (preview: Preview, send: boolean) => void
  onFile: () => void
  onCancel: () => void
}

export function PreviewScreen({ kept, failure, onStart, onFile, onCancel }: PreviewScreenProps) {
  const { data: preview, error, refetch } = usePreview(kept.previewId)
  const gone = isGone(error)
  useEffect(() => {
    if (gone) forgetPreview()
  }, [gone])
  if (error && (!preview || gone)) {
    return (
      <>
        <DialogBody>
          <p role="alert">{readFailure(error)}</p>
          <p className="mt-2 text-ink-2">
            If you have already started this import, find it under Imports.
          </p>
        </DialogBody>
        <DialogFooter>
          <Button className="md:mr-auto" onClick={() => void refetch()}>
            Try Again
          </Button>
          <Button variant="primary" onClick={onFile}>
            Choose Another File
          </Button>
        </DialogFooter>
      </>
    )
  }
  return (
    <>
      <DialogBody>
        {preview ? (
          <PreviewBody preview={preview} failure={failure} onFile={onFile} />
        ) : (
          <SkeletonLines announced count={12} className="h-120" />
        )}
      </DialogBody>
      <PreviewFooter preview={preview} onStart={onStart} onCancel={onCancel} />
    </>
  )
}

interface PreviewBodyProps {
  preview: Preview
  failure: string | undefined
  onFile: () => void
}

function PreviewBody({ preview, failure, onFile }: PreviewBodyProps) {
  const { previewId } = preview
  const [tab, setTab] = useState<PreviewTab>('all')
  const { mutate: change, isPending, variables } = useChangePreview(previewId)
  // A change of one row does not block the screen.
  const busy = isPending && !variables?.row
  const tabs = TABS.filter(([id]) => id === 'all' || id === tab || rowCount(preview, id) > 0)
  return (
    <div className="grid gap-5" aria-busy={busy}>
      <PreviewFile preview={preview} change={change} onFile={onFile} />
      <Notices preview={preview} failure={failure} />
      <HiddenParts preview={preview} change={change} />
      <PreviewColumns
        key={`${preview.sheet} ${preview.headerRow} ${preview.encoding?.name}`}
        preview={preview}
        change={change}
      />
      <div className={`min-w-0 motion-safe:transition-opacity ${busy ? 'opacity-60' : ''}`}>
        <Checkbox
          label="Import clients with missing details, and ask them for the rest"
          checked={preview.incomplete}
          onCheckedChange={(incomplete) => change({ incomplete })}
        />
        <Tabs
          label="Rows"
          value={tab}
          onChange={(id) => setTab(id as PreviewTab)}
          className="mt-2 overflow-x-auto overflow-y-hidden pb-px whitespace-nowrap"
          tabs={tabs.map(([id, name]) => ({
            id,
            name,
            count: rowCount(preview, id),
            content: <PreviewRows preview={preview} kind={id} change={change} />,
          }))}
        />
      </div>
    </div>
  )
}

/** Hidden rows are not imported unless the box is ticked: a filter may have hidden them on purpose. */
function HiddenParts({ preview, change }: { preview: Preview; change: ChangePreview }) {
  const { hidden, includeHidden } = preview
  const parts = [
    hidden.rows > 0 &&
      counted(hidden.rows, 'hidden or crossed-out row', 'hidden or crossed-out rows'),
    hidden.columns > 0 && counted(hidden.columns, 'hidden column', 'hidden columns'),
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <Checkbox
      label={`Include ${parts.join(' and ')} of the sheet`}
      checked={includeHidden}
      onCheckedChange={(includeHidden) => change({ includeHidden })}
    />
  )
}

const noticeClass = 'rounded-md border border-line-strong bg-sunk px-4 py-3'

function Notices({ preview, failure }: { preview: Preview; failure: string | undefined }) {
  const { importedBefore, file_name, notes, recipients, columns } = preview
  return (
    <>
      {recipients > 0 && <BeforeLetters />}
      {failure && (
        <p role="alert" className={`${noticeClass} border-danger font-semibold text-danger`}>
          {failure}
        </p>
      )}
      {importedBefore && (
        <p className={`${noticeClass} wrap-anywhere`}>
          {importedBefore.admin_email} imported this file on {formatDay(importedBefore.at)}. Rows
          that have not changed since are unchanged below.
        </p>
      )}
      {notes.length > 0 && <p className={noticeClass}>{notesText(notes)}</p>}
      {rowCount(preview, 'all') === 0 && (
        <p className={noticeClass}>
          No row of {file_name} can be read yet. Choose the row with the headers, and a field for
          each column: at least the client number, the names, and an email or an address.
        </p>
      )}
      {rowCount(preview, 'all') > 0 && columns.every(({ field }) => field !== 'client_number') && (
        <p className={noticeClass}>
          No column has the field Client Number yet, so no row can be imported. Choose it for the
          column that tells your clients apart. If there is none, number the clients in the sheet,
          and keep these numbers in later lists: they show who is who.
        </p>
      )}
    </>
  )
}

interface PreviewFooterProps {
  preview: Preview | undefined
  onStart: (preview: Preview, send: boolean) => void
  onCancel: () => void
}

function PreviewFooter({ preview, onStart, onCancel }: PreviewFooterProps) {
  const written = preview ? writtenCount(preview) : 0
  const recipients = preview?.recipients ?? 0
  const changing = useIsChanging(preview?.previewId ?? '')
  return (
    <DialogFooter onCancel={onCancel}>
      {preview && written > 0 && <Emails preview={preview} />}
      {preview && written === 0 && (
        <p className="self-center text-sm text-ink-2">
          No row can be imported yet: the rows above say why.
        </p>
      )}
      <Button
        blocked={changing}
        disabled={written === 0}
        onClick={() => preview && onStart(preview, false)}
      >
        Import Only ({formatNumber(written)})
      </Button>
      <Button
        variant="primary"
        blocked={changing}
        disabled={recipients === 0}
        onClick={() => preview && onStart(preview, true)}
      >
        <Send aria-hidden />
        Import & Email {counted(recipients, 'Client', 'Clients')}
      </Button>
    </DialogFooter>
  )
}

function Emails({ preview }: { preview: Preview }) {
  const { recipients, letters, round, counts } = preview
  const without = writtenCount(preview) - recipients
  const left = counts.undecided + counts.rejected
  return (
    <p className="min-w-0 self-center text-right text-sm text-ink-2 wrap-anywhere max-md:text-left">
      {recipients > 0 && (
        <>
          {lettersOf(letters)}
          {round.id === null
            ? ` and starts ${newRoundWords(round.name)}. `
            : ` in the round ${round.name}. `}
        </>
      )}
      {without > 0 &&
        `${formatNumber(without)} of ${formatNumber(writtenCount(preview))} get no email: no working address, disputed details, or marked “Do not ask”. `}
      {counts.replaced > 0 &&
        `Replaces what ${counted(counts.replaced, 'client has', 'clients have')} answered. `}
      {left > 0 && `${counted(left, 'row is', 'rows are')} left out.`}
    </p>
  )
}

function lettersOf(letters: Preview['letters']): string {
  const [first, second] = letters
  if (first && !second) return `Sends the letter ${first.name}`
  const named = letters.map(({ name, recipients }) => `${name} (${formatNumber(recipients)})`)
  return `Sends the letters ${named.join(', ')}`
}

const HEADER_ROWS = 30

interface PreviewFileProps {
  preview: Preview
  change: ChangePreview
  onFile: () => void
}

function PreviewFile({ preview, change, onFile }: PreviewFileProps) {
  const { file_name, sheets, sheet, headerRow, encoding } = preview
  const rows = Array.from({ length: Math.max(HEADER_ROWS, headerRow) + 1 }, (_, n) => n)
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <p className="flex min-w-0 items-center gap-2 font-semibold wrap-anywhere">
        <FileSpreadsheet aria-hidden className="size-5 shrink-0 text-ink-3" strokeWidth={1.5} />
        {file_name}
      </p>
      <Button size="sm" className="md:mr-auto" onClick={onFile}>
        Choose Another File
      </Button>
      {sheets.length > 1 && (
        <Choice
          label="Sheet"
          value={sheet}
          options={sheets.map((name) => [name, name])}
          onValueChange={(sheet) => change({ sheet })}
        />
      )}
      {encoding && (
        <Choice
          label="Characters"
          value={encoding.name}
          options={Object.entries(ENCODINGS)}
          onValueChange={(name) => change({ encoding: name as Encoding })}
        />
      )}
      <Choice
        label="Headers in row"
        value={headerRow}
        options={rows.map((row) => [row, row === 0 ? 'None' : String(row)])}
        onValueChange={(row) => change({ headerRow: Number(row) })}
      />
      {encoding && (
        <p className="w-full text-md text-ink-2 wrap-anywhere">
          {encoding.mixed && 'Some lines are UTF-8. '}
          Its accented words look like this: {encoding.words.join(', ')}. If they look wrong, choose
          other characters.
        </p>
      )}
    </div>
  )
}

const Choice = (props: ComponentProps<typeof LabeledSelect>) => (
  <div className="flex min-w-0 items-center gap-2 text-md">
    <LabeledSelect {...props} labelClass="shrink-0 text-ink-2" className="max-w-60 min-w-0" />
  </div>
)

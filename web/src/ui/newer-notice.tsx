interface NewerNoticeProps {
  title: string
  /** The fields that someone else has changed. */
  theirs: { label: string; text: string }[]
}

export const NewerNotice = ({ title, theirs }: NewerNoticeProps) => (
  <div role="alert" className="rounded-md border border-danger bg-danger-soft px-4 py-3">
    <p className="font-semibold text-danger">{title}</p>
    <dl className="my-1.5 grid gap-1.5">
      {theirs.map(({ label, text }) => (
        <div key={label} className="flex flex-wrap gap-x-2">
          <dt className="text-ink-2">{label}</dt>
          <dd className="whitespace-pre-wrap wrap-anywhere">{text || 'empty'}</dd>
        </div>
      ))}
    </dl>
    <p>Your changes are still here. Saving again replaces theirs.</p>
  </div>
)

import { countryName } from '@attest/contract/country-name'
import { fullName } from '@attest/contract/full-name'
import { placeLine } from '@attest/contract/place'
import { type DetailName, type Details, isAbroad } from './details.ts'

const lines = (...texts: string[]) =>
  texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n')

interface Props {
  details: Details
  tense: 'do' | 'will'
  /** To the fields of a block, beginning with its first. */
  onChange?: (first: DetailName) => void
}

export function Envelope({ details, tense, onChange }: Props) {
  const we = tense === 'will' ? 'We will' : 'We'
  const country = isAbroad(details) ? countryName(details.country) : ''
  return (
    <section className="envelope" aria-label="Your details">
      <div>
        <div className="caption">
          {we} write to
          {onChange && <Change what="Address" first="address" onChange={onChange} />}
        </div>
        <address className="written" suppressHydrationWarning>
          {lines(fullName(details), details.address, placeLine(details), country)}
        </address>
      </div>
      <div>
        <div className="caption">
          {we} call or email
          {onChange && <Change what="Phone or Email" first="phone_number" onChange={onChange} />}
        </div>
        <address>
          {lines(details.phone_number, details.alt_number)}
          <Email text={details.email.trim()} />
        </address>
      </div>
    </section>
  )
}

interface ChangeProps extends Required<Pick<Props, 'onChange'>> {
  what: string
  first: DetailName
}

const Change = ({ what, first, onChange }: ChangeProps) => (
  // Without the script it asks the server for the fields.
  <a
    href={`?change#${first}`}
    onClick={(event) => {
      event.preventDefault()
      onChange(first)
    }}
  >
    Change {what}
  </a>
)

/** On a narrow page it breaks before the at sign. */
function Email({ text }: { text: string }) {
  const at = text.lastIndexOf('@')
  if (at < 0) return <div>{text}</div>
  return (
    <div>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </div>
  )
}

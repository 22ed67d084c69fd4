import { type DetailName, fullName } from '@attest/contract/client-fields'
import { postalLines } from '@attest/contract/place'
import { EmailAddress } from '../ui/email-address.tsx'
import type { Details } from './details.ts'
import { useLanguage, useLanguageQuery, useTexts } from './texts/languages.ts'

const lines = (...texts: string[]) =>
  texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n')

interface Props {
  details: Details
  tense: 'do' | 'will'
  /** Opens the fields, at the first one of a block. */
  onChange?: (first: DetailName) => void
}

export function Envelope({ details, tense, onChange }: Props) {
  const { language } = useLanguage()
  const texts = useTexts().details
  return (
    <section className="envelope" aria-label={texts.title}>
      <div>
        <div className="caption">
          {texts.writeTo[tense]}
          {onChange && <Change text={texts.changeAddress} first="address" onChange={onChange} />}
        </div>
        <address className="written" translate="no" suppressHydrationWarning>
          {lines(fullName(details), ...postalLines(details, language))}
        </address>
      </div>
      <div>
        <div className="caption">
          {texts.callOrEmail[tense]}
          {onChange && <Change text={texts.changePhone} first="phone_number" onChange={onChange} />}
        </div>
        <address translate="no">
          {lines(details.phone_number, details.alt_number)}
          <div>
            <EmailAddress address={details.email.trim()} />
          </div>
        </address>
      </div>
    </section>
  )
}

interface ChangeProps extends Required<Pick<Props, 'onChange'>> {
  text: string
  first: DetailName
}

function Change({ text, first, onChange }: ChangeProps) {
  const address = useLanguageQuery('change')
  return (
    // Without the script, the link asks the server for the fields.
    <a
      href={`${address}#${first}`}
      onClick={(event) => {
        event.preventDefault()
        onChange(first)
      }}
    >
      {text}
    </a>
  )
}

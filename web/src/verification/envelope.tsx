import type { Details } from './details.ts'

const lines = (...texts: string[]) =>
  texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n')

export function Envelope({ details, tense }: { details: Details; tense: 'do' | 'will' }) {
  const we = tense === 'will' ? 'We will' : 'We'
  const { first_name, last_name, address, city, state, zip_code } = details
  const place = [city.trim(), `${state} ${zip_code}`.trim()].filter((text) => text !== '')
  return (
    <section className="envelope" aria-label="Your details">
      <div>
        <p className="caption">{we} write to</p>
        <address className="written">
          {lines(`${first_name} ${last_name}`, address, place.join(', '))}
        </address>
      </div>
      <div>
        <p className="caption">{we} call or email</p>
        <address>
          {lines(details.phone_number, details.alt_number)}
          <Email text={details.email.trim()} />
        </address>
      </div>
    </section>
  )
}

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

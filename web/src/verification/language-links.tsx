import { LANGUAGES } from '@attest/contract/languages'
import { TEXTS } from './texts/languages.ts'
import { useLanguage } from './texts/use-texts.ts'

/** To the page in the other languages. With the script, everything typed stays. */
export function LanguageLinks() {
  const { language, setLanguage } = useLanguage()
  return (
    <div className="languages">
      {LANGUAGES.filter((other) => other !== language).map((other, place) => (
        <a
          // biome-ignore lint/suspicious/noArrayIndexKey: the link that was pressed keeps the focus
          key={place}
          href={`?lang=${other}`}
          lang={other}
          hrefLang={other}
          onClick={(event) => {
            event.preventDefault()
            setLanguage(other)
          }}
        >
          {TEXTS[other].language}
        </a>
      ))}
    </div>
  )
}

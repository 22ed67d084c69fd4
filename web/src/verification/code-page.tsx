import { Letter } from './letter.tsx'
import { useLanguageQuery, useTexts } from './texts/languages.ts'

export interface CodeProps {
  /** What did not lead to a page. */
  typed: string
  problem?: 'noCode' | 'unknown' | 'tooOften'
}

/** From a letter on paper to the client's page. The browser itself sends the form, with or without the script. */
export function CodePage({ typed, problem }: CodeProps) {
  const { code } = useTexts()
  const query = useLanguageQuery()
  return (
    <Letter title={code.title} hasErrors={problem !== undefined}>
      <form method="post" action={`/code${query}`} className="code-form">
        <p id="code-hint">{code.text}</p>
        <div className="field">
          <label htmlFor="code">{code.label}</label>
          <input
            id="code"
            name="code"
            defaultValue={typed}
            required
            maxLength={100}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? 'code-error code-hint' : 'code-hint'}
          />
          {problem && (
            <p className="error" id="code-error" role="alert">
              {code[problem]}
            </p>
          )}
        </div>
        <button type="submit" className="button">
          {code.open}
        </button>
      </form>
    </Letter>
  )
}

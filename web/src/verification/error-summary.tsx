import { useTexts } from './texts/use-texts.ts'
import { useFocusOn } from './use-focus-on.ts'

export interface Problem {
  /** The id of the control that mends it. */
  id: string
  text: string
}

interface Props {
  problems: Problem[]
  /** A new one takes the focus here. */
  cause: unknown
}

export function ErrorSummary({ problems, cause }: Props) {
  const { form } = useTexts()
  const box = useFocusOn<HTMLDivElement>(cause)
  return (
    <div className="problems" id="problems" role="alert" tabIndex={-1} ref={box}>
      <h2>{form.problems(problems.length)}</h2>
      <ul>
        {problems.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(id)?.focus()
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

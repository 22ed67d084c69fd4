import { useEffect } from 'react'
import { useFocusOn } from './use-focus-on.ts'

interface Problem {
  /** The id of the control that mends it. */
  id: string
  text: string
}

/** Errors that keep the answer from being accepted. Takes the focus with each new list. */
export function ErrorSummary({ problems }: { problems: Problem[] }) {
  const box = useFocusOn<HTMLDivElement>(problems)
  useEffect(() => {
    const { title } = document
    document.title = `Error: ${title}`
    return () => {
      document.title = title
    }
  }, [])
  return (
    <div className="problems" id="problems" role="alert" tabIndex={-1} ref={box}>
      <h2>
        {problems.length === 1
          ? 'One thing needs your attention'
          : `${problems.length} things need your attention`}
      </h2>
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

import type { Language } from '@attest/contract/languages'
import { renderLetter, samplesFor } from '@attest/contract/letter'
import { letterIn } from '@attest/contract/letter-parts'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Segments } from '../ui/choice.tsx'
import { MailFrame } from '../ui/mail-frame.tsx'
import { Panel } from '../ui/panel.tsx'
import type { TemplateValues } from './template-values.ts'
import { useLetterFirm } from './use-letter-firm.ts'
import type { TemplateForm } from './use-template-form.ts'

/** How long the typing must pause before the letter is drawn again. */
const REST_MS = 150

const VIEWS = [
  ['wide', 'Desktop'],
  ['phone', 'Phone'],
  ['text', 'Plain text'],
] as const
export type LetterView = (typeof VIEWS)[number][0]

interface LetterPreviewProps {
  form: TemplateForm
  language: Language
  view: LetterView
  onView: (view: LetterView) => void
}

export function LetterPreview({ form, language, view, onView }: LetterPreviewProps) {
  const content = useDebounced(useWatch({ control: form.control }) as TemplateValues)
  const letter = letterIn(content, language)
  const { subject, html, text } = renderLetter(letter, samplesFor(letter), useLetterFirm())
  return (
    <Panel
      title="Preview"
      className="min-[79rem]:sticky min-[79rem]:top-20 min-[79rem]:col-start-2 min-[79rem]:row-span-2 min-[79rem]:row-start-1"
      end={<Segments label="Shown as" options={VIEWS} value={view} onChange={onView} />}
    >
      <p className="border-b border-line px-4 py-2.5 md:px-5.5">
        <span className="text-ink-3">Subject </span>
        <span className="font-semibold wrap-anywhere">{subject}</span>
      </p>
      {/* Scrolls around the frame, as each new frame would start at its top. */}
      <section
        aria-label="The letter"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the keyboard
        tabIndex={0}
        className="overflow-auto bg-sunk min-[79rem]:h-[calc(100dvh-16rem)]"
      >
        {view === 'text' ? (
          <pre className="min-h-full bg-panel px-4 py-4 font-sans whitespace-pre-wrap wrap-anywhere md:px-5.5">
            {text}
          </pre>
        ) : (
          <MailFrame
            title="Preview of the letter"
            html={html}
            className={`mx-auto ${view === 'wide' ? 'h-225 w-150' : 'h-265 w-93.75 max-w-full'}`}
          />
        )}
      </section>
      <p className="border-t border-line px-4 py-2.5 text-sm text-ink-3 md:px-5.5">
        Shows an invented client. The links do not work here.
      </p>
    </Panel>
  )
}

function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}

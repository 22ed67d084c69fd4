import { SAMPLE_VALUES } from '@attest/contract/letter'
import { PLACEHOLDERS } from '@attest/contract/placeholders'
import { Braces } from 'lucide-react'
import { type FocusEvent, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { type ContentTab, languageOfTab } from './content-tabs.tsx'
import { fieldIn } from './template-values.ts'

/** Offers what a letter may say of its client, each with its sample. */
export const InsertPlaceholder = ({ onInsert }: { onInsert: (placeholder: string) => void }) => (
  <Menu
    trigger={
      <Button size="sm">
        <Braces aria-hidden />
        Insert Placeholder
      </Button>
    }
    items={PLACEHOLDERS.map((name) => ({
      label: name,
      hint: SAMPLE_VALUES[name],
      onSelect: () => onInsert(`{{${name}}}`),
    }))}
  />
)

type Writable = HTMLInputElement | HTMLTextAreaElement

/** Puts text at the cursor of the field that had the focus last, or in the tab's main one. */
export function useInsertion(tab: ContentTab) {
  const form = useRef<HTMLFormElement>(null)
  const last = useRef<Writable>(null)
  return {
    form,
    onFocus: ({ target }: FocusEvent<Element>) => {
      if (takesPlaceholders(target)) last.current = target
    },
    insert: (text: string) => {
      const name = fieldIn(languageOfTab(tab), tab === 'text' ? 'textContent' : 'mainMessage')
      const main = form.current?.elements.namedItem(name)
      const seen = last.current?.offsetParent ? last.current : main
      if (!(seen instanceof HTMLElement)) return
      seen.focus()
      // Works with the browser's Undo and notifies the form as typing does.
      document.execCommand('insertText', false, text)
    },
  }
}

/** Name and id are not part of the letter. */
const takesPlaceholders = (target: Element): target is Writable =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && /\b(subject|addressLabel|buttonText)$/.test(target.name))

import { LANGUAGE_NAMES, type Language, TRANSLATIONS } from '@attest/contract/languages'
import { letterText, SAMPLE_VALUES } from '@attest/contract/letter'
import { letterIn } from '@attest/contract/letter-parts'
import { PLACEHOLDERS } from '@attest/contract/placeholders'
import { Braces } from 'lucide-react'
import { type FocusEvent, useContext, useRef, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { firm } from '../lib/firm.ts'
import { useOwnColumns } from '../lib/use-own-columns.ts'
import { Button } from '../ui/button.tsx'
import { Field, Saving, Textarea } from '../ui/field.tsx'
import { Menu } from '../ui/menu.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { LineField, ProseField } from './template-fields.tsx'
import { fieldIn, labelOf, type TemplateValues } from './template-values.ts'
import type { TemplateForm } from './use-template-form.ts'

/** The English fields, the English plain text, or both of another language. */
export type ContentTab = 'fields' | 'text' | (typeof TRANSLATIONS)[number]

export const languageOfTab = (tab: ContentTab): Language =>
  tab === 'fields' || tab === 'text' ? 'en' : tab

interface ContentTabsProps {
  form: TemplateForm
  tab: ContentTab
  onTab: (tab: ContentTab) => void
}

export const ContentTabs = ({ form, tab, onTab }: ContentTabsProps) => (
  <Tabs
    label="Content"
    value={tab}
    onChange={(id) => onTab(id as ContentTab)}
    tabs={[
      {
        id: 'fields',
        name: 'Content Fields',
        keep: true,
        content: <ContentFields form={form} language="en" />,
      },
      {
        id: 'text',
        name: 'Plain Text',
        keep: true,
        content: <PlainTextField form={form} language="en" />,
      },
      ...TRANSLATIONS.map((language) => ({
        id: language,
        name: LANGUAGE_NAMES[language],
        content: <Translation form={form} language={language} />,
      })),
    ]}
  />
)

interface LanguageProps {
  form: TemplateForm
  language: Language
}

function ContentFields({ form, language }: LanguageProps) {
  const field = (name: Parameters<typeof fieldIn>[1]) => ({ form, name: fieldIn(language, name) })
  return (
    <div className="grid gap-4">
      <ProseField {...field('greeting')} />
      <ProseField {...field('mainMessage')} />
      <LineField
        {...field('addressLabel')}
        hint="Appears above the client’s address. A letter with this label and a button text asks for an answer."
      />
      <LineField {...field('buttonText')} />
      <ProseField {...field('footerMessage')} />
      <ProseField {...field('signature')} hint="The firm’s name is added automatically." />
    </div>
  )
}

function Translation({ form, language }: LanguageProps) {
  const name = LANGUAGE_NAMES[language]
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        Optional: the letter to clients whose language is {name}. Leave it empty, and they get the
        English letter.
      </p>
      <LineField form={form} name={fieldIn(language, 'subject')} />
      <ContentFields form={form} language={language} />
      <PlainTextField form={form} language={language} />
    </div>
  )
}

/** The plain text, generated from the other fields until somebody edits it (spec §9: 30 rows). */
function PlainTextField({ form, language }: { form: TemplateForm; language: Language }) {
  const name = fieldIn(language, 'textContent')
  const { field, fieldState } = useController({ control: form.control, name })
  const content = useWatch({ control: form.control }) as TemplateValues
  // An emptied field must not refill itself during the typing.
  const [emptied, setEmptied] = useState(false)
  const saving = useContext(Saving)
  const generated = field.value === '' && !emptied
  const letter = letterIn(content, language)
  const isWritten = (letter.writtenIn ?? 'en') === language
  return (
    <Field
      label={labelOf(name)}
      hint={
        generated
          ? 'Made from the content fields. Once you write here, it stays as you write it.'
          : 'Written by hand: it does not follow the content fields.'
      }
      error={fieldState.error?.message}
    >
      <Textarea
        rows={30}
        lang={language}
        {...field}
        value={generated && isWritten ? letterText(letter, firm) : field.value}
        onBlur={() => {
          setEmptied(false)
          field.onBlur()
        }}
        onChange={(event) => {
          setEmptied(event.target.value === '')
          field.onChange(event)
        }}
      />
      {!generated && (
        <Button
          variant="link"
          size="inline"
          className="mt-1"
          blocked={saving}
          onClick={() => {
            setEmptied(false)
            form.setValue(name, '', { shouldDirty: true, shouldValidate: true })
          }}
        >
          Make it from the content fields again
        </Button>
      )}
    </Field>
  )
}

export const InsertPlaceholder = ({ onInsert }: { onInsert: (placeholder: string) => void }) => {
  const { data: columns = [] } = useOwnColumns()
  const own = columns.map(({ key, name }) => ({ label: `own.${key}`, hint: name }))
  const known = PLACEHOLDERS.map((name) => ({ label: name, hint: SAMPLE_VALUES[name] }))
  return (
    <Menu
      trigger={
        <Button size="sm">
          <Braces aria-hidden />
          Insert Placeholder
        </Button>
      }
      items={[...known, ...own].map((item) => ({
        ...item,
        onSelect: () => onInsert(`{{${item.label}}}`),
      }))}
    />
  )
}

type Writable = HTMLInputElement | HTMLTextAreaElement

/** Inserts text at the cursor of the last focused field, or into the tab's main field. */
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
      // Supports the browser's Undo and notifies the form like typing.
      document.execCommand('insertText', false, text)
    },
  }
}

/** Name and id take none, as they are not part of the letter. */
const takesPlaceholders = (target: Element): target is Writable =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && /\b(subject|addressLabel|buttonText)$/.test(target.name))

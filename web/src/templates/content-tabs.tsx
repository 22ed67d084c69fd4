import { LANGUAGE_NAMES, type Language, TRANSLATIONS } from '@attest/contract/languages'
import { Tabs } from '../ui/tabs.tsx'
import { PlainTextField } from './plain-text-field.tsx'
import { LineField, ProseField } from './template-fields.tsx'
import { fieldIn } from './template-values.ts'
import type { TemplateForm } from './use-template-form.ts'

/** The English fields, the English text, or another language with both. */
export type ContentTab = 'fields' | 'text' | (typeof TRANSLATIONS)[number]

export const languageOfTab = (tab: ContentTab): Language =>
  tab === 'fields' || tab === 'text' ? 'en' : tab

interface ContentTabsProps {
  form: TemplateForm
  tab: ContentTab
  onTab: (tab: ContentTab) => void
}

export function ContentTabs({ form, tab, onTab }: ContentTabsProps) {
  return (
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
}

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
      <ProseField {...field('signature')} hint="The firm’s name follows by itself." />
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

import { Tabs } from '../ui/tabs.tsx'
import { PlainTextField } from './plain-text-field.tsx'
import { LineField, ProseField } from './template-fields.tsx'
import type { TemplateForm } from './use-template-form.ts'

export type ContentTab = 'fields' | 'text'

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
          content: (
            <div className="grid gap-4">
              <ProseField form={form} name="greeting" />
              <ProseField form={form} name="mainMessage" />
              <LineField
                form={form}
                name="addressLabel"
                hint="Appears above the client’s address. A letter with this label and a button text asks for an answer."
              />
              <LineField form={form} name="buttonText" />
              <ProseField form={form} name="footerMessage" />
              <ProseField form={form} name="signature" hint="The firm’s name follows by itself." />
            </div>
          ),
        },
        {
          id: 'text',
          name: 'Plain Text',
          keep: true,
          content: <PlainTextField form={form} />,
        },
      ]}
    />
  )
}

import { SAMPLE_VALUES } from '@attest/contract/letter'
import { PLACEHOLDERS } from '@attest/contract/placeholders'
import { Braces } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'

interface InsertPlaceholderProps {
  onInsert: (placeholder: string) => void
}

/** Offers what a letter may say of its client, each with its sample. */
export const InsertPlaceholder = ({ onInsert }: InsertPlaceholderProps) => (
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

import { asksForVerification } from '@attest/contract/letter-content'
import { useContext, useId } from 'react'
import { useWatch } from 'react-hook-form'
import { Choice } from '../ui/choice.tsx'
import { Saving } from '../ui/field.tsx'
import { requestFields, type TemplateValues } from './template-values.ts'
import type { TemplateForm } from './use-template-form.ts'

/** The fields decide the type: a letter with an address label and a button asks for an answer. */
export function TemplateType({ form }: { form: TemplateForm }) {
  const name = useId()
  const content = useWatch({ control: form.control }) as TemplateValues
  const verification = asksForVerification(content)
  const saving = useContext(Saving)
  const become = (asks: boolean) => {
    if (saving) return
    for (const [field, text] of requestFields(form.getValues(), asks)) {
      form.setValue(field, text, { shouldDirty: true, shouldValidate: true })
    }
  }
  return (
    <fieldset>
      <legend className="mb-1.25 text-md font-semibold">Template Type</legend>
      <div className="grid gap-2.5">
        <Choice
          name={name}
          label="Address Verification Template"
          text="Shows the client’s address and a button with their personal link."
          checked={verification}
          onChoose={() => become(true)}
        />
        <Choice
          name={name}
          label="General Email Template"
          text="A letter without address and button."
          checked={!verification}
          onChoose={() => become(false)}
        />
      </div>
    </fieldset>
  )
}

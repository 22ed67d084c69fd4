import { type ClientForm, LanguageField, TemplateField, TextField } from './client-form.tsx'
import { AddressField, CountryField, EmailField, StateAndZip } from './place-fields.tsx'

interface EditFieldsProps {
  form: ClientForm
  autoFocus?: boolean
  /** Without those that only the office decides. */
  ofClient?: boolean
}

export const EditFields = ({ form, autoFocus, ofClient = false }: EditFieldsProps) => (
  <div className="grid gap-x-5 gap-y-4 md:grid-cols-2">
    <TextField form={form} name="first_name" autoFocus={autoFocus} />
    <TextField form={form} name="last_name" />
    <EmailField form={form} />
    {!ofClient && <TextField form={form} name="client_number" />}
    <TextField form={form} name="phone_number" type="tel" />
    <TextField form={form} name="alt_number" type="tel" optional />
    <AddressField form={form} className={ofClient ? '' : 'md:col-span-2'} />
    <TextField form={form} name="city" />
    <CountryField form={form} />
    <StateAndZip form={form} />
    {!ofClient && (
      <>
        <TemplateField form={form} />
        <LanguageField form={form} />
      </>
    )}
  </div>
)

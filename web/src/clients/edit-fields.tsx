import { type ClientForm, StateField, TemplateField, TextField } from './client-form.tsx'

export const EditFields = ({ form, autoFocus }: { form: ClientForm; autoFocus?: boolean }) => (
  <div className="grid gap-x-5 gap-y-4 md:grid-cols-2">
    <TextField form={form} name="first_name" autoFocus={autoFocus} />
    <TextField form={form} name="last_name" />
    <TextField form={form} name="email" type="email" />
    <TextField form={form} name="client_number" />
    <TextField form={form} name="phone_number" type="tel" />
    <TextField form={form} name="alt_number" type="tel" optional />
    <TextField form={form} name="address" className="md:col-span-2" />
    <TextField form={form} name="city" className="md:col-span-2" />
    <StateField form={form} />
    <TextField form={form} name="zip_code" inputMode="numeric" />
    <TemplateField form={form} className="md:col-span-2" />
  </div>
)

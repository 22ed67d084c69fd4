import { type ClientForm, TextField } from './client-form.tsx'
import { AddressField, CountryField, EmailField, StateAndZip } from './place-fields.tsx'

/** The details that a client is asked to check. */
export const AnswerDetails = ({ form }: { form: ClientForm }) => (
  <div className="grid gap-4 md:grid-cols-2">
    <TextField form={form} name="first_name" />
    <TextField form={form} name="last_name" />
    <EmailField form={form} />
    <TextField form={form} name="phone_number" type="tel" />
    <TextField form={form} name="alt_number" type="tel" optional />
    <AddressField form={form} />
    <TextField form={form} name="city" />
    <CountryField form={form} />
    <div className="grid grid-cols-2 gap-4">
      <StateAndZip form={form} />
    </div>
  </div>
)

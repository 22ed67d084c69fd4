import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text, timestamp } from './fields.ts'

/** What an administrator writes; the HTML is always made from these fields. */
export const TemplateContent = z.object({
  name: z.string(),
  subject: z.string(),
  textContent: z.string(),
  greeting: z.string(),
  mainMessage: z.string(),
  addressLabel: z.string(),
  buttonText: z.string(),
  footerMessage: z.string(),
  signature: z.string(),
})
export type TemplateContent = z.infer<typeof TemplateContent>

export const Template = TemplateContent.extend({
  id: z.string(),
  htmlContent: z.string(),
  updated_at: timestamp,
})
export type Template = z.infer<typeof Template>

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/admin/email-templates',
  reply: z.array(Template),
})

export const getTemplate = endpoint({
  method: 'GET',
  path: '/api/admin/email-templates/:id',
  params: z.object({ id: text }),
  reply: Template,
})

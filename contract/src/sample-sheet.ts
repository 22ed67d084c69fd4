import { CLIENT_FIELDS, FIELDS } from './client-fields.ts'

export const SAMPLE_SHEET = [
  CLIENT_FIELDS.map((field) => FIELDS[field].label),
  CLIENT_FIELDS.map((field) => FIELDS[field].sample),
]

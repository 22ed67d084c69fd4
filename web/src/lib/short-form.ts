import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { messageOf } from './call.ts'

/** A form of one or two fields, with the checks of its call. */
export function useShortForm<Typed extends FieldValues, Checked>(
  schema: z.core.$ZodType<Checked, Typed>,
  defaultValues: DefaultValues<Typed>,
) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues })
  const { errors } = form.formState
  return {
    ...form,
    errorOf: (name: Path<Typed>) => errors[name]?.message as string | undefined,
    /** Shows the server's reason at the field, or `words` if it gives none. */
    refuse(name: Path<Typed>, error: unknown, words: string) {
      const message = messageOf(error, words)
      if (message) form.setError(name, { message }, { shouldFocus: true })
    },
  }
}

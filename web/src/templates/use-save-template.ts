import { useNavigate } from '@tanstack/react-router'
import type { useTemplateForm } from './use-template-form.ts'
import { useCreateTemplate, useUpdateTemplate } from './use-templates.ts'

/** Saves the form as a new version, or as a new template that is then edited at its own address. */
export function useSaveTemplate(
  edited: ReturnType<typeof useTemplateForm>,
  onInvalid: (errors: object) => void,
) {
  const { form, base, takeSaved, takeRefusal } = edited
  const navigate = useNavigate()
  const create = useCreateTemplate()
  const update = useUpdateTemplate()

  const submit = form.handleSubmit((body) => {
    if (base) {
      const { id: _, ...content } = body
      update.mutate(
        { params: { id: base.id }, body: { ...content, version: base.version } },
        { onSuccess: takeSaved, onError: takeRefusal },
      )
      return
    }
    create.mutate(
      { body },
      {
        onSuccess: (saved) => {
          void navigate({
            to: '/email-templates/edit/$id',
            params: { id: saved.id },
            replace: true,
            ignoreBlocker: true,
          })
        },
        onError: takeRefusal,
      },
    )
  }, onInvalid)
  // Blocked until the new template's page opens: later typing would be lost.
  const creating = create.isPending || create.isSuccess
  return { submit, saving: creating || update.isPending }
}

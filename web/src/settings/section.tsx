import type { Section as Name, Setting, Settings } from '@attest/contract/settings'
import { Lock } from 'lucide-react'
import { type ComponentProps, type FormEventHandler, type ReactNode, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import { CallError } from '../lib/call.ts'
import { showFieldErrors } from '../lib/forms.ts'
import type { Mutation } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Field, Saving } from '../ui/field.tsx'
import { useFormGuard } from '../ui/leave-guard.tsx'
import { Panel } from '../ui/panel.tsx'

export type Saver<B> = Mutation<{ body: B }, Settings>

interface SectionOptions<V extends FieldValues, B> {
  name: Name
  settings: Settings
  valuesOf: (settings: Settings) => V
  bodyOf: (values: V, base: Settings) => B
  save: Saver<B & { saved: string | null }>
  /** Maps a key of the server's errors to the form's field. */
  fieldOf?: (key: string) => string
}

/** A section's form over the stored settings. Saving never overwrites a colleague's change unseen. */
export function useSection<V extends FieldValues, B>(options: SectionOptions<V, B>) {
  const { name, settings, valuesOf, bodyOf, save, fieldOf } = options
  const [base, setBase] = useState(settings)
  const form = useForm<V>({ defaultValues: valuesOf(base) as DefaultValues<V> })
  const typed = Object.values(form.formState.dirtyFields).some(Boolean)
  const guard = useFormGuard(typed, save.isPending)
  const take = (next: Settings, keepDirtyValues: boolean) => {
    setBase(next)
    form.reset(valuesOf(next), { keepDirtyValues })
  }
  const showError = (error: Error) => {
    showFieldErrors(form, error, fieldOf)
    const current = error instanceof CallError && error.body.current
    if (current) take(current as Settings, true)
  }
  const send = (extra: object, onError = showError) =>
    form.handleSubmit((values) =>
      save.mutate(
        { body: { ...bodyOf(values, base), ...extra, saved: base.saved[name] ?? null } },
        { onSuccess: (saved) => take(saved, false), onError },
      ),
    )
  const takePart = (saved: Settings) => take(saved, true)
  const stored: Record<string, Setting> = base[name]
  const field = (key: Path<V>) => ({
    of: stored[key]!,
    error: form.getFieldState(key, form.formState).error?.message,
  })
  const control = (key: Path<V>) => ({ ...form.register(key), disabled: isFixed(stored[key]!) })
  const parts = { base, form, typed, guard, isSaving: save.isPending, takePart, field, control }
  return { ...parts, send, showError, submit: send({}), undo: () => form.reset() }
}

interface SectionProps {
  title: string
  section: Pick<ReturnType<typeof useSection>, 'guard' | 'isSaving' | 'typed' | 'submit' | 'undo'>
  onSubmit?: FormEventHandler
  onUndo?: () => void
  notice?: ReactNode
  /** Stands beside the fields and shows whether they work. */
  aside?: ReactNode
  children: ReactNode
}

export function Section(props: SectionProps) {
  const { title, section, notice, aside, children } = props
  const { onSubmit = section.submit, onUndo = section.undo } = props
  const { guard, isSaving, typed } = section
  return (
    <form noValidate onSubmit={onSubmit}>
      <Panel title={title}>
        <div className={aside ? 'grid lg:grid-cols-2' : 'max-w-155'}>
          <Saving value={isSaving}>
            <div className="grid content-start gap-4 px-4 py-5 md:px-5.5">
              {children}
              {notice}
              <div className="mt-1 flex gap-2.5">
                <Button type="submit" variant="primary" blocked={isSaving || !typed}>
                  {isSaving ? 'Saving...' : 'Save Changes'}
                </Button>
                {typed && (
                  <Button disabled={isSaving} onClick={onUndo}>
                    Undo
                  </Button>
                )}
              </div>
            </div>
          </Saving>
          {aside}
        </div>
      </Panel>
      {guard.dialog}
    </form>
  )
}

export const Aside = ({ title, children }: { title: string; children: ReactNode }) => (
  <section
    aria-label={title}
    className="border-line bg-sunk px-4 py-5 max-lg:border-t md:px-5.5 lg:border-l"
  >
    <h3 className="mb-3 text-md font-semibold text-ink-2">{title}</h3>
    {children}
  </section>
)

interface SettingFieldProps extends ComponentProps<typeof Field> {
  of: Setting
}

export const SettingField = ({ of: { setBy, variable }, hint, ...field }: SettingFieldProps) => (
  <Field
    {...field}
    hint={
      setBy === 'server' ? (
        <span className="inline-flex items-center gap-1.5">
          <Lock aria-hidden className="size-3.5" />
          Set on the server by {variable}
        </span>
      ) : (
        hint
      )
    }
  />
)

/** 0 for an invalid number, which every call rejects with a message. JSON would turn NaN into null, the default. */
export const wholeIn = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : 0)
export const rateIn = (text: string): number =>
  /^\d+([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.replace(',', '.')) : 0

export const isFixed = ({ setBy }: Setting) => setBy === 'server'

import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { DIALOG } from './lib/focus.ts'
import { lazyPart } from './lib/lazy-part.tsx'
import { Button } from './ui/button.tsx'

const Palette = lazyPart(() => import('./palette.tsx'))

/** In these fields, a / is a letter. */
const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** Opens the palette by its button, by Ctrl K, and by / on screens without their own search. */
export function FindButton() {
  const [open, setOpen] = useState(false)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    const isPalette = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k'
    const isSlash = key === '/' && !ctrlKey && !metaKey && !(target as Element).closest?.(TYPING)
    if (!(isPalette || isSlash) || document.querySelector(DIALOG)) return
    event.preventDefault()
    const search = document.querySelector<HTMLInputElement>('#main input[type=search]')
    if (isSlash && search) search.select()
    else setOpen(true)
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="h-10 max-md:w-10 max-md:px-0!"
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden />
        <span className="max-md:sr-only">Find</span>
        <kbd aria-hidden className="font-sans text-sm font-normal text-ink-3 max-md:hidden">
          {/Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}
        </kbd>
      </Button>
      {open && <Palette onClose={() => setOpen(false)} />}
    </>
  )
}

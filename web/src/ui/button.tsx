import { Check, Copy } from 'lucide-react'
import * as Radix from 'radix-ui/tooltip'
import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react'
import { toastError } from '../lib/toast.ts'

const base =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-semibold leading-none whitespace-nowrap no-underline select-none motion-safe:transition-colors motion-safe:duration-100 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&>svg]:size-[1.15em] [&>svg]:shrink-0'

const variants = {
  primary:
    'border-accent bg-accent text-accent-ink not-aria-disabled:hover:border-accent-strong not-aria-disabled:hover:bg-accent-strong',
  secondary: 'border-line-strong bg-panel text-ink not-aria-disabled:hover:bg-sunk',
  quiet:
    'border-transparent bg-transparent text-ink-2 not-aria-disabled:hover:bg-sunk hover:text-ink',
  /** Turns red under the pointer only. */
  remove:
    'border-transparent bg-transparent text-ink-2 not-aria-disabled:hover:bg-sunk hover:text-danger',
  link: 'border-transparent bg-transparent text-accent underline-offset-3 hover:underline',
  danger: 'border-danger/60 bg-panel text-danger not-aria-disabled:hover:bg-danger-soft',
  dangerPrimary: 'border-danger bg-danger text-panel not-aria-disabled:hover:opacity-90',
}

const sizes = {
  md: 'h-10 px-4 text-base',
  sm: 'h-8 px-2.75 text-md',
  icon: 'size-10 p-0 [&>svg]:size-[1.15rem]',
  inline: 'h-8 px-0 text-md',
}

interface Look {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
}

/** A button's classes, also for links that look like one. */
export const buttonClass = ({ variant = 'secondary', size = 'md' }: Look = {}, more = '') =>
  `${base} ${variants[variant]} ${sizes[size]} ${more}`

interface ButtonProps extends ComponentProps<'button'>, Look {
  /** Ignores presses for now. Unlike a disabled button, it keeps the focus. */
  blocked?: boolean
  /** Whether the second press of a double click counts. It could hit another button that took this one's place. */
  repeats?: boolean
}

export function Button(props: ButtonProps) {
  const { variant, size, className, type = 'button', blocked, repeats, onClick, ...rest } = props
  const ignores = ({ detail }: MouseEvent) => blocked || (detail > 1 && !repeats)
  return (
    <button
      type={type}
      aria-disabled={blocked || rest.disabled || undefined}
      className={buttonClass({ variant, size }, className)}
      onClick={(event) => (ignores(event) ? event.preventDefault() : onClick?.(event))}
      {...rest}
    />
  )
}

/** Copies `text` to the clipboard and confirms it. Browsers allow that only on https and localhost. */
export function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toastError('Not copied', 'Please select and copy it yourself.')
    }
  }
  return (
    <Button variant="link" size="inline" onClick={() => void copy()}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
    </Button>
  )
}

/** The control needs its own accessible name. Uses no portal, so the hint stays within its landmark. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Content
        sideOffset={6}
        collisionPadding={8}
        className="z-30 rounded-md forced-colors:border bg-ink px-2.5 py-1.5 text-sm text-paper"
      >
        {text}
      </Radix.Content>
    </Radix.Root>
  )
}

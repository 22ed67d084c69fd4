import type { ComponentProps } from 'react'

const base =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-semibold leading-none whitespace-nowrap no-underline select-none motion-safe:transition-colors motion-safe:duration-100 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&>svg]:size-[1.15em] [&>svg]:shrink-0'

const variants = {
  primary:
    'border-accent bg-accent text-accent-ink not-aria-disabled:hover:border-accent-strong not-aria-disabled:hover:bg-accent-strong',
  secondary: 'border-line-strong bg-panel text-ink not-aria-disabled:hover:bg-sunk',
  quiet:
    'border-transparent bg-transparent text-ink-2 not-aria-disabled:hover:bg-sunk hover:text-ink',
  /** Quiet until the pointer is on it. */
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

/** A button's classes, for a link that looks like one. */
export const buttonClass = ({ variant = 'secondary', size = 'md' }: Look = {}, more = '') =>
  `${base} ${variants[variant]} ${sizes[size]} ${more}`

interface ButtonProps extends ComponentProps<'button'>, Look {
  /** Presses do nothing for now. Unlike a disabled button it keeps the focus. */
  blocked?: boolean
}

export function Button(props: ButtonProps) {
  const { variant, size, className, type = 'button', blocked, onClick, ...rest } = props
  return (
    <button
      type={type}
      aria-disabled={blocked || rest.disabled || undefined}
      className={buttonClass({ variant, size }, className)}
      onClick={(event) => (blocked ? event.preventDefault() : onClick?.(event))}
      {...rest}
    />
  )
}

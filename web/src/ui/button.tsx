import type { ComponentProps } from 'react'

const base =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-semibold leading-none whitespace-nowrap no-underline select-none motion-safe:transition-colors motion-safe:duration-100 disabled:cursor-not-allowed disabled:opacity-55 [&>svg]:size-[1.15em] [&>svg]:shrink-0'

const variants = {
  primary:
    'border-accent bg-accent text-accent-ink not-disabled:hover:border-accent-strong not-disabled:hover:bg-accent-strong',
  secondary: 'border-line-strong bg-sheet text-ink not-disabled:hover:bg-sunk',
  quiet: 'border-transparent bg-transparent text-ink-2 not-disabled:hover:bg-sunk hover:text-ink',
  link: 'border-transparent bg-transparent text-accent underline-offset-3 hover:underline',
  danger: 'border-danger/60 bg-sheet text-danger not-disabled:hover:bg-danger-soft',
  dangerPrimary: 'border-danger bg-danger text-sheet not-disabled:hover:opacity-90',
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

export function Button({
  variant,
  size,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Look) {
  return <button type={type} className={buttonClass({ variant, size }, className)} {...rest} />
}

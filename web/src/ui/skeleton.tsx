/** A placeholder; `className` gives its size. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={`skeleton block rounded-sm bg-line ${className}`} />
}

/** `value` from 0 to 100. */
export function ProgressBar({ value, label }: { value: number; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(value)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="gauge h-2 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full rounded-full bg-accent motion-safe:transition-[width] motion-safe:duration-300"
        style={{ width: `${value}%` }}
      />
    </div>
  )
}

/** A key that presses the button it stands on. */
export const Key = ({ name, onAccent }: { name: string; onAccent?: boolean }) => (
  <kbd
    aria-hidden
    className={`grid size-5.5 shrink-0 place-items-center rounded-sm border font-sans text-xs font-semibold max-md:hidden ${onAccent ? 'border-accent-ink/45' : 'border-line bg-sunk text-ink-2'}`}
  >
    {name}
  </kbd>
)

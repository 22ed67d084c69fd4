import { firm } from './lib/firm.ts'
import { Button } from './ui/button.tsx'
import { Mark } from './ui/mark.tsx'

export function ErrorPage({ error }: { error: unknown }) {
  return (
    <main
      role="alert"
      className="mx-auto flex min-h-dvh max-w-140 flex-col items-center justify-center p-6 text-center"
    >
      <title>{`Error Loading App · ${firm.name}`}</title>
      <Mark size={48} />
      <h1 className="mt-5 text-3xl">Error Loading App</h1>
      <p className="mt-2 mb-6 text-ink-2 wrap-anywhere">
        {error instanceof Error ? error.message : String(error)}
      </p>
      <Button onClick={() => location.reload()}>Try again</Button>
    </main>
  )
}

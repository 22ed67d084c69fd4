import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react'

const ImportDialog = lazy(async () => ({
  default: (await import('./import-dialog.tsx')).ImportDialog,
}))

const OpenImport = createContext(() => {})

/** Opens the import dialog, from wherever one is. */
export const useOpenImport = () => useContext(OpenImport)

export function ImportDialogHost({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <OpenImport value={() => setOpen(true)}>
      {children}
      {open && (
        <Suspense>
          <ImportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </OpenImport>
  )
}

import { createContext, type ReactNode, useContext, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'

const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog)

const OpenImport = createContext(() => {})

/** Opens the import dialog, from wherever one is. */
export const useOpenImport = () => useContext(OpenImport)

export function ImportDialogHost({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <OpenImport value={() => setOpen(true)}>
      {children}
      {open && <ImportDialog onClose={() => setOpen(false)} />}
    </OpenImport>
  )
}

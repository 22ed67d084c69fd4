import { createContext, type ReactNode, useContext, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'
import { keptPreview } from './kept-preview.ts'

const ImportDialog = lazyPart(() => import('./import-dialog.tsx'))

const OpenImport = createContext(() => {})

export const useOpenImport = () => useContext(OpenImport)

export function ImportDialogHost({ children }: { children: ReactNode }) {
  // A reload opens the kept preview again.
  const [open, setOpen] = useState(() => keptPreview() !== undefined)
  return (
    <OpenImport value={() => setOpen(true)}>
      {children}
      {open && <ImportDialog onClose={() => setOpen(false)} />}
    </OpenImport>
  )
}

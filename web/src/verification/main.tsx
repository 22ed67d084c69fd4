import { createRoot } from 'react-dom/client'
import { VerifyPage } from './verify-page.tsx'
import './verify.css'
import './form.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

/** /verify/{token} */
const token = location.pathname.split('/')[2] ?? ''

createRoot(root).render(<VerifyPage token={token} />)

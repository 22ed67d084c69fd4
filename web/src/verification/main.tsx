import { createRoot } from 'react-dom/client'
import { isOneButton, OneButtonPage } from './one-button-page.tsx'
import { VerifyPage } from './verify-page.tsx'
import './verify.css'
import './form.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

/** /verify/{token} */
const [, page = '', token = ''] = location.pathname.split('/')

createRoot(root).render(
  isOneButton(page) ? <OneButtonPage page={page} token={token} /> : <VerifyPage token={token} />,
)

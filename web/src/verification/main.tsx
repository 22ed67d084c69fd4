import { useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { captureInput } from './capture-input.ts'
import { type Screen, VerifyPage } from './verify-page.tsx'
import './verify.css'
import './form.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

/** /verify/{token} */
const token = location.pathname.split('/')[2] ?? ''

/** What the server has drawn; in development nothing. */
const drawn = document.getElementById('screen')?.textContent
const start: Screen = drawn ? JSON.parse(drawn) : { at: 'loading' }
const enterAgain = captureInput(root)

function Page() {
  useEffect(enterAgain, [])
  return <VerifyPage token={token} start={start} />
}

if (drawn) hydrateRoot(root, <Page />)
else createRoot(root).render(<Page />)

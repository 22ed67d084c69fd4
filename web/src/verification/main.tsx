import { isLanguage } from '@attest/contract/languages'
import { useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { captureInput } from './capture-input.ts'
import { isOneButton } from './one-button-page.tsx'
import { chooseLanguage } from './texts/languages.ts'
import type { StartLanguage } from './texts/use-texts.ts'
import { type Screen, VerifyPage } from './verify-page.tsx'
import './verify.css'
import './form.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

/** /verify/{token} */
const [, page = '', token = ''] = location.pathname.split('/')

/** The screen that the server drew; absent in development. */
const drawn = document.getElementById('screen')?.textContent
const first: Screen = isOneButton(page) ? { at: 'button', page } : { at: 'loading' }
const asked = new URLSearchParams(location.search).get('lang') ?? ''
const { language, isChosen, ...start }: Screen & StartLanguage = drawn
  ? JSON.parse(drawn)
  : {
      ...first,
      language: chooseLanguage([asked], navigator.language),
      isChosen: isLanguage(asked),
    }
const enterAgain = captureInput(root)

function Page() {
  useEffect(enterAgain, [])
  return <VerifyPage token={token} start={start} startIn={{ language, isChosen }} />
}

if (drawn) hydrateRoot(root, <Page />)
else createRoot(root).render(<Page />)

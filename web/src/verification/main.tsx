import './verify.css'
import './form.css'
import { isLanguage } from '@attest/contract/languages'
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { chooseLanguage, type StartLanguage } from './texts/languages.ts'
import { type Screen, VerifyPage } from './verify-page.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

/** /verify/{token} */
const [, page = '', token = ''] = location.pathname.split('/')

/** The screen that the server drew; missing in development. */
const drawn = document.getElementById('screen')?.textContent
const asked = new URLSearchParams(location.search).get('lang') ?? ''
const { language, isChosen, ...start }: Screen & StartLanguage = drawn
  ? JSON.parse(drawn)
  : {
      at: 'loading',
      language: chooseLanguage([asked], navigator.language),
      isChosen: isLanguage(asked),
    }
const enterAgain = captureInput(root, 'input:not([type=hidden]), select')

function Page() {
  useEffect(enterAgain, [])
  return <VerifyPage token={token} start={start} startIn={{ language, isChosen }} />
}

// Programs may fill in fields without events that React hears. Runs before React's listeners, to send what is visible.
root.addEventListener('submit', () => flushSync(captureInput(root, '.field [name]')), true)

const isPlain = page !== 'verify' || (start.at as string) === 'plain'
const { innerHTML } = root
if (drawn && !isPlain)
  hydrateRoot(root, <Page />, {
    onUncaughtError: (error) => {
      // React has removed the page. The one that the server drew works without React.
      root.innerHTML = innerHTML
      throw error
    },
  })
if (!drawn) createRoot(root).render(<Page />)

type Control = HTMLInputElement | HTMLSelectElement

/** Returns a function that enters input again: React does not notice what was typed or chosen before it loaded. */
function captureInput(root: HTMLElement, selector: string): () => void {
  const controls = Array.from(root.querySelectorAll<Control>(selector))
  const entered = controls.filter(isChanged).map((control) => {
    const { value } = control
    return { control, value, checked: isToggle(control) && control.checked }
  })
  const focused = controls.find((control) => control === document.activeElement)
  // React may have drawn the control again, if a translator or a password manager had altered the page.
  const current = (control: Control) =>
    control.isConnected ? control : (document.getElementById(control.id) as Control | null)
  return () => {
    for (const { control, value, checked } of entered) {
      const now = current(control)
      if (now) enter(now, value, checked)
    }
    if (focused?.isConnected === false) current(focused)?.focus()
  }
}

function isToggle(control: Control): control is HTMLInputElement {
  return ['radio', 'checkbox'].includes(control.type)
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return !control.options[control.selectedIndex]?.defaultSelected
  if (isToggle(control as Control)) return control.checked !== control.defaultChecked
  return control.value !== control.defaultValue
}

function enter(control: Control, value: string, checked: boolean): void {
  if (isToggle(control)) {
    if (control.type === 'radio' && !checked) return
    // React reports only a change from the last value that it knows.
    control.checked = !checked
    control.click()
    return
  }
  const { prototype } = control.constructor as typeof HTMLInputElement
  control.value = ''
  // Bypasses React's setter, as typing does.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  )
}

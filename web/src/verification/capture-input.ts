type Control = HTMLInputElement | HTMLSelectElement

/**
 * Reads what was chosen or typed before the script came, which React does not notice. The returned function enters it
 * again.
 */
export function captureInput(root: HTMLElement): () => void {
  const controls = root.querySelectorAll<Control>('input:not([type=hidden]), select')
  const entered = Array.from(controls).filter(isChanged)
  const values = entered.map(({ value }) => value)
  return () => {
    for (const [n, control] of entered.entries()) enter(control, values[n]!)
  }
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return !control.options[control.selectedIndex]?.defaultSelected
  if (['radio', 'checkbox'].includes(control.type))
    return control.checked !== control.defaultChecked
  return control.value !== control.defaultValue
}

function enter(control: Control, value: string): void {
  if (control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type)) {
    if (control.type === 'radio' && !control.checked) return
    // React reports only what differs from the last value that it knows.
    control.checked = !control.checked
    control.click()
    return
  }
  const { prototype } = control.constructor as typeof HTMLInputElement
  control.value = ''
  // Past React's own setter, as typing is.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  )
}

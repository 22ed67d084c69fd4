import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { TIMEOUT_MS } from './time-limit.ts'
import { toastError } from './toast.ts'

const SLOW_MS = 300

/** A failed load shows a toast and closes the part, until a reload. React's `lazy` would replace the screen. */
export function lazyPart<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  let loaded: ComponentType<Props> | undefined
  // biome-ignore lint/correctness/noComponentHookFactories: each part is made once, as its module loads
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    const [slow, setSlow] = useState(false)
    const giveUp = useEffectEvent(() => {
      toastError('Error', 'This part could not be loaded. Please reload the page.')
      props.onClose()
    })
    useEffect(() => {
      if (loaded) return
      let left = false
      const take = (file: { default: ComponentType<Props> }) => {
        loaded = file.default
        if (!left) setPart(() => loaded)
      }
      const fail = () => {
        if (!left && !loaded) giveUp()
      }
      load().then(take, fail)
      const limit = setTimeout(fail, TIMEOUT_MS)
      const patience = setTimeout(setSlow, SLOW_MS, true)
      return () => {
        left = true
        clearTimeout(limit)
        clearTimeout(patience)
      }
    }, [])
    return Part ? <Part {...props} /> : slow && <Coming />
  }
}

const Coming = () => (
  <p
    role="status"
    className="fixed inset-x-0 top-1/3 z-20 mx-auto w-fit rounded-lg border border-line bg-panel px-5 py-3 text-ink-2 shadow-up"
  >
    Loading...
  </p>
)

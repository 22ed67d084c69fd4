import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { toast } from './toast.ts'

/**
 * A dialog, or another part that can be closed, loaded when it is first opened. If it does not come (no server, or a
 * newer version of it), that is told and it is closed again: React's own `lazy` would take the whole screen down, and
 * with it everything typed there. Browsers remember a file that did not come, so only a reload asks for it again.
 */
export function lazyPart<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
) {
  let loaded: ComponentType<Props> | undefined
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    const giveUp = useEffectEvent(() => {
      toast({
        title: 'Error',
        text: 'This part could not be loaded. Please reload the page.',
        tone: 'danger',
      })
      props.onClose()
    })
    useEffect(() => {
      if (loaded) return
      let left = false
      const take = (part: ComponentType<Props>) => {
        loaded = part
        if (!left) setPart(() => part)
      }
      load().then(take, () => !left && giveUp())
      return () => {
        left = true
      }
    }, [])
    return Part && <Part {...props} />
  }
}

import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Accepts files dropped anywhere: the browser would leave the page for a file that missed the zone. Returns whether a
 * file is being dragged.
 */
export function useDrop(onFiles: (files: FileList) => void) {
  const [over, setOver] = useState(false)
  const drop = useEffectEvent((files: FileList) => onFiles(files))
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(event.type === 'dragover')
      if (event.type === 'drop') drop(event.dataTransfer.files)
    }
    // `relatedTarget` is null only if the pointer leaves the window.
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    addEventListener('dragover', drag)
    addEventListener('drop', drag)
    addEventListener('dragleave', leave)
    return () => {
      removeEventListener('dragover', drag)
      removeEventListener('drop', drag)
      removeEventListener('dragleave', leave)
    }
  }, [])
  return over
}

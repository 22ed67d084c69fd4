import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Files dropped anywhere on the page: beside the zone a browser would open the file in place of the
 * page, and everything typed would be gone. Says whether one is being dragged.
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
    // Only a pointer that leaves the window goes to nothing.
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

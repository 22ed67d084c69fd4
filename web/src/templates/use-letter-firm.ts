import { useQuery } from '@tanstack/react-query'
import { useFirm } from '../lib/firm.ts'

/** The firm for a letter's preview. Its frame may load nothing, so the logo is a data address. */
export function useLetterFirm() {
  const { name, phone, logo } = useFirm()
  const { data } = useQuery({
    queryKey: ['logo', logo],
    queryFn: () => inlineImage(logo!),
    enabled: logo !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { name, phone, ...(data && logo && { embeddedLogo: data }) }
}

/** Null for an SVG, which mail programs cannot draw. */
async function inlineImage(address: string): Promise<string | null> {
  const image = await (await fetch(address)).blob()
  if (image.type === 'image/svg+xml') return null
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(image)
  })
}

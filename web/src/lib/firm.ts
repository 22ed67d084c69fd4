interface Firm {
  name: string
  phone: string | null
  /** The address of an image, or null: then the mark is drawn from the name. */
  logo: string | null
  providers: Provider[]
  /** The largest sheet to import; 1 MB = 1024². */
  importMb: number
}

export interface Provider {
  name: string
  label: string
}

/** The server writes the firm's values into the page. */
function readFirm(): Firm {
  const fallback: Firm = { name: 'Attest', phone: null, logo: null, providers: [], importMb: 10 }
  // The server draws the client's page, too.
  const text = globalThis.document?.getElementById('firm')?.textContent
  return text ? { ...fallback, ...(JSON.parse(text) as Partial<Firm>) } : fallback
}

export const firm = readFirm()

interface Firm {
  name: string
  phone: string | null
  /** The address of an image, or null: then the mark is drawn from the name. */
  logo: string | null
  /** Where one may sign in instead of with a password. */
  providers: Provider[]
}

interface Provider {
  /** What the server knows it by. */
  name: string
  /** What people call it. */
  label: string
}

/** The server writes the firm's own values into the page when it hands it out. */
function readFirm(): Firm {
  const fallback: Firm = { name: 'Attest', phone: null, logo: null, providers: [] }
  const text = document.getElementById('firm')?.textContent
  return text ? { ...fallback, ...(JSON.parse(text) as Partial<Firm>) } : fallback
}

export const firm = readFirm()

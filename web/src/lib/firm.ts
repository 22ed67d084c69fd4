interface Firm {
  name: string
  phone: string | null
  /** The address of an image, or null: then the mark is drawn from the name. */
  logo: string | null
}

/** The server writes the firm's own values into the page when it hands it out. */
function readFirm(): Firm {
  const fallback: Firm = { name: 'Attest', phone: null, logo: null }
  const text = document.getElementById('firm')?.textContent
  return text ? { ...fallback, ...(JSON.parse(text) as Partial<Firm>) } : fallback
}

export const firm = readFirm()

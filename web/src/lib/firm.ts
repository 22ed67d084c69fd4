import { createStore } from './store.ts'

interface Firm {
  name: string
  /** False: the name is the product's own. */
  isNamed: boolean
  phone: string | null
  /** The address of an image. Null: the mark is drawn from the name. */
  logo: string | null
  providers: Provider[]
  /** The largest sheet to import; 1 MB = 1024². */
  importMb: number
  /** Days that the link of an email works. */
  linkDays: number
  /** A round's usual days until it is due, and from its start to each reminder. */
  roundDays: number
  reminderDays: number[]
  timeZone: string
}

export interface Provider {
  name: string
  label: string
}

function readFirm(): Firm {
  const unknown = {
    phone: null,
    logo: null,
    providers: [],
    importMb: 10,
    linkDays: 30,
    roundDays: 28,
    reminderDays: [],
    timeZone: 'UTC',
  }
  const fallback: Firm = { name: 'Attest', isNamed: false, ...unknown }
  // On the server, which draws the client's page, there is no document.
  const text = globalThis.document?.getElementById('firm')?.textContent
  return text ? { ...fallback, ...(JSON.parse(text) as Partial<Firm>) } : fallback
}

export const firm = readFirm()

const changes = createStore(0)

export function useFirm(): Firm {
  changes.use()
  return firm
}

export function changeFirm(values: Partial<Firm>): void {
  Object.assign(firm, values)
  changes.set(changes.get() + 1)
}

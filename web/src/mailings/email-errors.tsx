import type { EmailError } from '@attest/contract/mailings'
import type * as z from 'zod/mini'
import { formatNumber } from '../lib/format.ts'
import { PlainTable } from '../ui/table.tsx'

interface EmailErrorsProps {
  errors: z.output<typeof EmailError>[]
  total: number
}

/** Couples may share an address: each line appears once. */
export function EmailErrors({ errors, total }: EmailErrorsProps) {
  if (errors.length === 0) return null
  const lines = new Map(errors.map(({ email, error }) => [`${email} ${error}`, { email, error }]))
  return (
    <details className="mt-2">
      <summary className="cursor-pointer rounded-sm font-semibold text-accent">
        Show the failed emails
      </summary>
      <div className="mt-2.5">
        <PlainTable head={['Email', 'Error']}>
          {[...lines].map(([key, { email, error }]) => (
            <tr key={key}>
              <td className="wrap-anywhere max-md:w-3/5">{email}</td>
              <td className="wrap-break-word">{error}</td>
            </tr>
          ))}
        </PlainTable>
        {total > errors.length && (
          <p className="mt-2 text-sm text-ink-3">
            These are the first {formatNumber(errors.length)} of {formatNumber(total)}.
          </p>
        )}
      </div>
    </details>
  )
}

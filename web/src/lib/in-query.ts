import type { ClientSelection } from '@attest/contract/clients'

/** A selection, as a query carries it. */
export const inQuery = ({ ids, filter, total }: ClientSelection = {}) =>
  ids ? { ids: ids.join(',') } : { ...filter, total }

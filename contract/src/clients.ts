import * as z from 'zod/mini'
import { CLIENT_FIELDS } from './client-fields.ts'
import { endpoint } from './endpoint.ts'
import * as fields from './fields.ts'
import { OutstandingReason } from './outstanding.ts'
import { OwnValues, ownFilter, ownInput, ownSort } from './own-columns.ts'
import { ExcuseReason } from './rounds.ts'
import { Reported, ReportedAs } from './wrong-hands.ts'

export const ClientStatus = z.enum(['pending', 'confirmed', 'updated'])
export type ClientStatus = z.infer<typeof ClientStatus>

export const StatusFilter = z.enum(['all', ...ClientStatus.options])
export type StatusFilter = z.infer<typeof StatusFilter>

export const ClientInput = z.object(fields.inputFields).check(fields.validPlace())
export type ClientInput = z.infer<typeof ClientInput>

const newFields = { ...fields.inputFields, last_name: fields.required('Last name is required') }

/** The office's form to add a client, which asks for both names. */
export const NewClient = z.object(newFields).check(fields.validPlace())

export const Client = z.object({
  id: z.int(),
  ...fields.storedFields(CLIENT_FIELDS),
  status: ClientStatus,
  /** Whether an answer that changed something still waits for its review. */
  has_changes: z.boolean(),
  last_updated: fields.timestamp,
  created_at: fields.timestamp,
  excused_reason: z.nullable(ExcuseReason),
  excused_at: z.nullable(fields.timestamp),
  excused_by: z.nullable(z.string()),
  excused_note: z.nullable(z.string()),
  /** All mail goes to this address: `email`, or the former one until the client confirms `email`. '': none. */
  mail_to: z.string(),
  /** Either the office chose `mail_to`, or the reader of its mailbox confirmed it. */
  mail_to_by: z.enum(['office', 'confirmed']),
  /** The client should confirm `email` by then; afterwards the office should call. Null: nothing to confirm. */
  confirm_by: z.nullable(fields.timestamp),
  /** The client says that an answer was not theirs. No request goes out meanwhile. */
  disputed_at: z.nullable(fields.timestamp),
  /** The report of a link’s holder who is not the client. */
  reported: z.nullable(Reported),
  /** Why mail is stopped until the office decides. Null: there is no report, or mail goes to another address by now. */
  reported_as: z.nullable(ReportedAs),
  /** Mail to `mail_to` came back as undeliverable, so no more is sent there. */
  bounced: z.boolean(),
  bounced_at: z.nullable(fields.timestamp),
  own: OwnValues,
})
export type Client = z.infer<typeof Client>

/** A client as the list and `getClient` return it. */
export const ReadClient = z.extend(Client, {
  last_answer: z.nullable(fields.timestamp),
  /** Whether an email to the client was accepted by the mail server, or waits. */
  emailed: z.boolean(),
  /** When a letter came back from the current postal address; null: none did. */
  address_returned: z.nullable(fields.timestamp),
})
export type ReadClient = z.infer<typeof ReadClient>

export const SORTABLE = [
  'first_name',
  'last_name',
  'client_number',
  'email',
  'phone_number',
  'address',
  'city',
  'state',
  'status',
  'last_updated',
  'last_answer',
  'created_at',
] as const

export const PAGE_SIZES = [10, 25, 50, 100] as const

/** failed: the last email failed. The other values count accepted emails. not_day: none within the last 24 hours. */
export const EmailedFilter = z.enum([
  'all',
  'never',
  'failed',
  'day',
  'not_day',
  'week',
  'month',
  'earlier',
])
export type EmailedFilter = z.infer<typeof EmailedFilter>

const filters = {
  /** Each of the first eight words must occur in name, client number, email, phone or address. */
  search: fields.searchText,
  status: z._default(StatusFilter, 'all'),
  round: z._default(
    z.enum([
      'all',
      'outside',
      'answered',
      'excused',
      'outstanding',
      'unreachable',
      'remindable',
      ...OutstandingReason.options,
    ]),
    'all',
  ),
  emailed: z._default(EmailedFilter, 'all'),
  /** A template's id; '' for all. */
  group: z._default(fields.text, ''),
  state: z._default(fields.text, ''),
  /** no: the client may be asked, as neither excused, disputed nor reported. */
  excused: z._default(z.enum(['all', 'yes', 'no', 'disputed', 'reported']), 'all'),
  /** yes: a value is missing that the client will be asked for. */
  incomplete: z._default(z.enum(['all', 'yes']), 'all'),
  /** Clients of this import, as long as it can be undone; '' for all. */
  importId: z._default(z.union([z.uuid(), z.literal('')]), ''),
  /** Clients changed on this day in TIME_ZONE or later; '' for all. */
  since: z._default(z.union([z.iso.date(), z.literal('')]), ''),
  own: ownFilter,
  /** Names of a saved view's filters that no longer exist. No client matches unless it is ''. */
  gone: z._default(fields.text, ''),
}

export const ClientFilter = z.object(filters)
export type ClientFilter = z.infer<typeof ClientFilter>

/** In a query: '1,2,3', at most 1000. */
export const idList = z
  .string()
  .check(z.regex(/^\d{1,15}(,\d{1,15}){0,999}$/, 'ids must be numbers'))

/** A selection in a query: `ids`, or a filter with its `total`. */
export const SelectionQuery = z.extend(ClientFilter, {
  ids: z.optional(idList),
  total: z.optional(z.coerce.number().check(z.int())),
})

export const selectionFields = {
  ids: z.optional(z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(1000))),
  filter: z.optional(ClientFilter),
  /** How many clients match, as shown to the caller. */
  total: z.optional(z.int()),
}
export const Selection = z.object(selectionFields)
export type ClientSelection = z.infer<typeof Selection>

const isOne = ({ ids, filter, total }: ClientSelection) =>
  ids ? !filter : filter !== undefined && total !== undefined

const NOT_ONE = { error: 'Choose clients by ids, or by filter and total', path: ['ids'] }

export const hasOneSelection = z.refine<ClientSelection>(isOne, NOT_ONE)

export const hasSelectionOrNone = z.refine<ClientSelection>(
  (selection) => isOne(selection) || !(selection.ids || selection.filter),
  NOT_ONE,
)

export const ClientQuery = z.object({
  ...filters,
  ...fields.pageQuery,
  /** '-' before a column sorts descending. */
  sort: z._default(
    z.union([z.enum([...SORTABLE, ...SORTABLE.map((field) => `-${field}` as const)]), ownSort]),
    '-last_updated',
  ),
})
export type ClientQuery = z.infer<typeof ClientQuery>

export const listClients = endpoint('GET /api/admin/users', {
  query: ClientQuery,
  reply: z.object({ users: z.array(ReadClient), total: z.int() }),
})

const oneClient = { params: fields.idParams, reply: Client }

export const getClient = endpoint('GET /api/admin/users/:id', {
  params: fields.idParams,
  reply: ReadClient,
})

/** Creates the client and queues its email in the round. 409: the client number is taken. */
export const createClient = endpoint('POST /api/admin/users', {
  body: z
    .object({ ...newFields, roundId: fields.roundId, own: ownInput })
    .check(fields.validPlace()),
  reply: Client,
})

/** The server checks a part of an address against the rest of the stored one. `last_updated`: the edited version. */
export const ClientEdit = z.partial(
  z.object({ ...fields.typedFields(CLIENT_FIELDS), last_updated: fields.timestamp, own: ownInput }),
)

/** With last_updated: 409 and the row as `current` if it was changed since. */
export const updateClient = endpoint('PUT /api/admin/users/:id', {
  params: fields.idParams,
  body: ClientEdit.check(fields.validPlace()),
  reply: Client,
})

export const deleteClient = endpoint('DELETE /api/admin/users/:id', { params: fields.idParams })

/** 409 with code `selection_changed` and the new total if another number of clients matches by now. */
export const deleteClients = endpoint('POST /api/admin/users/delete', {
  body: Selection.check(hasOneSelection),
  reply: z.object({ deleted: z.int() }),
})

/** Gives the clients another template. 409 as for deleteClients. */
export const changeGroup = endpoint('POST /api/admin/users/group', {
  body: z
    .object({ ...selectionFields, ...fields.typedFields(['group_template']) })
    .check(hasOneSelection),
  reply: z.object({ changed: z.int() }),
})

/** The client gets no email until the mark is removed. Cancels waiting emails except receipts. */
export const excuseClient = endpoint('PUT /api/admin/users/:id/excuse', {
  params: fields.idParams,
  body: z.object({ reason: ExcuseReason, note: fields.optionalText }),
  reply: Client,
})

export const admitClient = endpoint('DELETE /api/admin/users/:id/excuse', oneClient)

import * as z from 'zod/mini'
import { ClientFilter, ClientQuery } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { idParams, required } from './fields.ts'

/** The list's columns as the spec has them, in its order. */
export const USUAL_COLUMNS = [
  'no',
  'first_name',
  'last_name',
  'client_number',
  'email',
  'status',
  'last_updated',
]

/** Ids of columns in their order. Some columns may no longer exist. */
const Columns = z
  .array(z.string().check(z.regex(/^[a-z_]{1,30}(\.\d{1,9})?$/, 'This is no column')))
  .check(z.minLength(1, 'Choose a column'), z.maxLength(60, 'Choose at most 60 columns'))

/** The limit of an administrator's own views, and of shared ones. */
export const MAX_VIEWS = 50

const fields = {
  name: required('Name is required').check(z.maxLength(60, 'Must be at most 60 characters')),
  /** Every administrator can see and change a shared view, otherwise only its owner. */
  shared: z.boolean(),
  filter: ClientFilter,
  sort: ClientQuery.shape.sort,
  columns: Columns,
}

export const View = z.object({ id: z.int(), version: z.int(), ...fields })
export type View = z.infer<typeof View>

export const ViewInput = z.object(fields)
export type ViewInput = z.infer<typeof ViewInput>

/** The shared views and the caller's own, by name. `filter.gone` names filters that no longer exist. */
export const listViews = endpoint('GET /api/admin/views', { reply: z.array(View) })

/** 409 with `fields.name`: the name is taken. */
export const addView = endpoint('POST /api/admin/views', { body: ViewInput, reply: View })

/** 409 with the view as `current` if it was changed since. */
export const changeView = endpoint('PUT /api/admin/views/:id', {
  params: idParams,
  body: z.extend(ViewInput, { version: z.int() }),
  reply: View,
})

export const removeView = endpoint('DELETE /api/admin/views/:id', { params: idParams })

const ListColumns = z.object({ columns: Columns })

/** The administrator's own choice, otherwise the usual columns. */
export const getListColumns = endpoint('GET /api/admin/list-columns', { reply: ListColumns })

export const saveListColumns = endpoint('PUT /api/admin/list-columns', {
  body: ListColumns,
  reply: ListColumns,
})

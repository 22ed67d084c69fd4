import {
  createTemplate,
  deleteTemplate as deleteCall,
  getTemplate,
  getTemplateVersion,
  listTemplates,
  listTemplateVersions,
  sendTestEmail,
  updateTemplate,
} from '@attest/contract/templates'
import type { FastifyInstance } from 'fastify'
import { firmOf } from '../config.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { mount } from '../http/mount.ts'
import { addTemplate } from './add-template.ts'
import { changeTemplate } from './change-template.ts'
import { deleteTemplate } from './delete-template.ts'
import { describeTemplate } from './describe-template.ts'
import { findTemplateRow, findVersion, listTemplateRows, listVersions } from './queries.ts'
import { sendTest } from './send-test.ts'

export function templateRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps
  const firm = firmOf(config)
  mount(app, listTemplates, async () =>
    (await listTemplateRows(db)).map((row) => describeTemplate(row, firm)),
  )
  mount(app, getTemplate, async ({ params }) =>
    describeTemplate((await findTemplateRow(db, params.id)) ?? notFound('Template'), firm),
  )
  mount(app, createTemplate, ({ body, admin }) => addTemplate(deps, admin, body))
  mount(app, updateTemplate, ({ params, body, admin }) =>
    changeTemplate(deps, admin, params.id, body),
  )
  mount(app, deleteCall, ({ params, admin }) => deleteTemplate(deps, admin, params.id))
  mount(app, listTemplateVersions, async ({ params }) => {
    const versions = await listVersions(db, params.id)
    return versions.length > 0 ? versions : notFound('Template')
  })
  mount(app, getTemplateVersion, async ({ params }) =>
    describeTemplate(
      (await findVersion(db, params.id, params.version)) ?? notFound('Version'),
      firm,
    ),
  )
  mount(app, sendTestEmail, ({ admin, body }) => sendTest(deps, admin, body))
}

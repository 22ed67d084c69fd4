import { expect, test } from 'vitest'
import { findTemplate } from './stored.ts'

const named = (...templates: [id: string, name: string][]) =>
  templates.map(([id, name]) => ({ id, name }))

test('prefers a template’s id over another one’s name', () => {
  const templates = named(
    ['GeneralClients', 'General Clients'],
    ['generalclients', 'Generalclients'],
    ['other', 'GeneralClients'],
  )
  expect(findTemplate(templates, 'GeneralClients')).toEqual({ id: 'GeneralClients' })
  expect(findTemplate(templates, 'generalclients')).toEqual({ id: 'generalclients' })
  expect(findTemplate(templates, 'Generalclients')).toEqual({ id: 'generalclients' })
  expect(findTemplate(templates, 'general clients')).toEqual({ id: 'GeneralClients' })
})

test('rejects a group that may mean several templates', () => {
  const templates = named(['big', 'Big Clients'], ['big-2', 'BIG CLIENTS'])
  expect(findTemplate(templates, 'big clients')).toEqual({
    reason: '“big clients” may be more than one email template: write its id, big or big-2',
  })
})

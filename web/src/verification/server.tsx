import { DETAIL_FIELDS } from '@attest/contract/client-fields'
import { US } from '@attest/contract/place'
import { joinUnit } from '@attest/contract/suggestions'
import { renderToString } from 'react-dom/server'
import { firm } from '../lib/firm.ts'
import * as model from './details.ts'
import { titleOf } from './letter.tsx'
import { PlainPage, type PlainScreen, type PlainStep } from './plain-pages.tsx'
import { LanguageChoice, type StartLanguage, TEXTS } from './texts/languages.ts'
import * as calls from './verification-calls.ts'
import { type Screen, VerifyPage } from './verify-page.tsx'

export { chooseLanguage } from './texts/languages.ts'

/** Makes the screen from the reply to the page's first call. */
export function open(
  reply: calls.Reply,
  /** `changing` opens the fields, `helping` those of a person who answers for the client. */
  { changing = false, helping = false } = {},
): Screen {
  const screen = calls.loadedFrom(reply)
  if (helping && screen.at === 'form') screen.form.helper = { name: '', relation: '' }
  if (changing && screen.at === 'form') screen.form.choice = 'update'
  return screen
}

/** @param reply to the form's `values`, or to the reading of the link */
export function plain(
  step: PlainStep,
  reply?: calls.Reply,
  values?: Record<string, string>,
): Screen | PlainScreen {
  if (!reply || reply.status === 200) return { at: 'plain', step, done: values !== undefined }
  const { fields } = reply.body
  if (fields) return { at: 'plain', step, values, errors: fields }
  const loaded = calls.loadedFrom(reply)
  if (loaded.at === 'failed') return { at: 'plain', step, values, failed: loaded.why }
  const isButton = step === 'not-me' || step === 'confirm-email'
  return isButton && loaded.at === 'dead' ? { at: 'plain', step, dead: loaded.link } : loaded
}

/** @param status of the server's refusal of the typed code */
export const code = (status?: number, typed = ''): PlainScreen => ({
  at: 'code',
  typed,
  ...(status && { problem: status === 404 ? 'unknown' : status === 429 ? 'tooOften' : 'noCode' }),
})

export const setFirm = (values: Partial<typeof firm>) => Object.assign(firm, values)

/** The screen as HTML, and its heading for the page's title. React writes a heading's text as one escaped piece. */
export function render(token: string, screen: Screen | PlainScreen, startIn: StartLanguage) {
  const html = renderToString(
    screen.at === 'plain' || screen.at === 'code' ? (
      <LanguageChoice value={{ ...startIn, setLanguage: () => {} }}>
        <PlainPage token={token} screen={screen} />
      </LanguageChoice>
    ) : (
      <VerifyPage token={token} start={screen} startIn={startIn} />
    ),
  )
  const [, heading = ''] = /<h1[^>]*>([^<]*)/.exec(html) ?? []
  const title = titleOf(heading)
  const failed = /id="problems"|aria-invalid/.test(html)
  return { title: failed ? TEXTS[startIn.language].errorTitle(title) : title, html }
}

/** Handles a form posted without the script; undefined if it is not ours. `post`: the call that saves an answer. */
export async function submit(
  values: Record<string, string>,
  post: (body: object) => Promise<calls.Reply>,
): Promise<Screen | undefined> {
  const shown = calls.parsed(values.shown ?? '')
  if (!shown || !calls.isClient(shown)) return undefined
  const { helper_name: name, helper_relation: relation = '' } = values
  const helper = name === undefined ? undefined : { name, relation }
  const form: model.FormState = { ...model.formOf(shown), choice: actionIn(values), helper }
  const written = DETAIL_FIELDS.filter((name) => values[name] !== undefined)
  for (const name of written) form.details[name] = values[name]!
  const crossed = 'address' in values && takeAddress(form.details, model.detailsOf(shown), values)
  const { details, choice } = form
  if ('change' in values || crossed || (choice === 'update' && written.length === 0))
    return { at: 'form', form: { ...form, choice: 'update' } }
  const outcome = model.objectionTo(form, choice)
  if (outcome || !choice) return { at: 'form', form: { ...form, outcome: outcome! } }
  const given = { shown, details, action: choice, helper }
  const sent = await calls.sendBy(post, given)
  if (sent.ok) return { ...sent, at: 'done', details }
  return { at: 'form', form: model.afterRefusal(form, sent, given) }
}

/** Returns whether the client moved into or out of the United States, which needs other fields. */
function takeAddress(
  details: model.Details,
  stored: model.Details,
  values: Record<string, string>,
): boolean {
  const { address = '', unit = '' } = values
  details.address = joinUnit({ street: address, unit })
  details.country = values.country ?? US
  const wasAbroad = model.isAbroad(details)
  const abroad = 'abroad' in values
  if (abroad !== wasAbroad) Object.assign(details, model.placeAfterMove(abroad, stored))
  return abroad !== wasAbroad
}

const actionIn = ({ action }: Record<string, string>): calls.Action | undefined =>
  action === 'confirm' || action === 'update' ? action : undefined

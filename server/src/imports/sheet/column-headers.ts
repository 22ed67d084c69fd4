import type { ClientField } from '@attest/contract/client-fields'
import { isSomebody } from './somebody.ts'

/** `kind_…` names a kind, such as “work email”: such columns may stand in for each other. */
export type Slot =
  | ClientField
  | 'kind_email'
  | 'kind_phone'
  | 'house_number'
  | 'street_part'
  | 'address_2'
  | 'address_3'
  | 'whole_name'
  | 'do_not_email'

/** A heading's meaning, from 0 to 1 for a certain one. */
export interface Meaning {
  slot: Slot
  closeness: number
  /** “Home” of a home address: its parts belong together. */
  group: string
}

/** Headings at most so close need content that fits well. */
export const WEAK = 0.6

const KIND =
  '(?:home|house|work|business|office|eve(?:ning)?|daytime|day|personal|mobile|cell|cellular|private|hm|wk|bus|[hcmwbode])'
const PHONE = '(?:phone|telephone|tel|ph)'
const NUMBER = '(?:number|no|nr|num|id)'
const MAIL = '(?:e?mail(?:ing)?)'
const REFERENCE = '(?:number|no|nr|num|id|code|ref|reference|identifier|key)'

const FLAG = '(yn|yesno|fla?g|ind)?'

/** “OK to Email?”, “Safe to contact”, “Living”, “Is Client”: a No says not to write. */
const PERMISSION = [
  '((is)?(it)?(ok(ay)?|safe)|can|may|(i|doyou)?(allow|accept|receive|want|consent|agree)s?|(do(we)?have)?(your)?permission)(we|i|you)?(to)?(contact(you)?(by|via)|send|receive)?(you)?emails?(you)?(from(us|our(firm|office)))?',
  '(is)?(it)?(ok(ay)?|safe)(to)?contact(you)?|emails?(ok(ay)?|allowed|consent|permission)',
  '(consent|permission)(to|for)emails?|(is)?(alive|living)|(isa?)?(our)?client|(is)?contact|customer',
  'email|(to)?(send(an?|the)?|be)email(s|ed)?|(to)?becontacted|(email|contact)able',
  'send((an?|the|this)?(verification|request|link)s?)?',
  'included?(in(emails?|mailings?))?',
].join('|')

const DO_NOT_EMAIL = [
  // A death
  '(is|has)?(deceased|decd|died|dead|passedaway)(closed)?(date|on|flag|ind(icator)?)?|dod',
  '((date|year)(of)?)?(death|passing)(date|year)?|(date|year)(deceased|died)|fallecid[oa]|difunt[oa]|verstorben|decedee?',
  '(fechade)?(fallecimiento|defuncion)',
  // A wish
  `dn[cem]|(email)?(do(es)?no?t|never|stop)(allow|use|send)?(bulk|mass)?(contact|send|use|solicit|${MAIL}s?|write(to)?)`,
  `(excluded?|suppress(ed)?|blocked)(from)?((bulk|mass)?${MAIL}s?)?(list)?|blockemails?`,
  `removed?(from)?((bulk|mass)?${MAIL}s?(list)?|list)|emails?(suppressed|blocked)|nobulkemails?`,
  'not(to)?(be)?(contact|email)(ed)?|no(contact|mail(ing)?s?)|requestsno(e?mails?|contact)',
  `(is|has|confirmed|global)?(${MAIL})?(unsub(scribed?)?|opt(ed)?outs?)((from|of)?(all)?${MAIL}s?(onetoone)?)?(date|time|at|on)?`,
  'keineemails?|nepascontacter|no(contactar|enviarcorreos?)',
  // No client
  '(is)?deleted(at|on|date)?|is(an?)?(opposing|adverse|vendor)(party|counsel)?',
  PERMISSION,
].join('|')

/** Compared with headings of lower case letters and digits only; "#" reads "number". */
const HEADERS: Readonly<Record<Slot, string>> = {
  client_number: `(client|customer|cl|cli|clnt|clt|cust)(id|account|ref(erence)?)?${REFERENCE}1?|external(identifier|id)|(numero|no?|nro|num)(de|du)?cliente?|(kunden|mandanten|klant)(nummer|nr|id)|(id|codigo|codice|code|reference)(de|du)?cliente?|clienteid`,
  first_name:
    '(firstnames?|namefirst|first|firstnm|fn|givennames?|given|forename|fname|first(name)?(and)?(middle|mi)(name|initial)?|(primer)?nombres?|prenoms?|vornamen?|nome|voornaam|1stname|christianname)1?',
  last_name:
    '(lastname|namelast|last(name)?(or)?(suffix|company)|last(long)?(name)?|lastnm|ln|surname|family(name)?|lname|(primer)?apellidos?(paterno)?|nom(defamille)?|cognome|sobrenome|achternaam|(nach|familien)namen?)1?',
  whole_name:
    '((full|whole|display|client|customer|contact|(full)?legal)?name|lastnamefirstname|firstandlastname|lastfirst|customer|client|contact|nombrecompleto|nombreyapellidos?|cliente|nomcomplet|mandant|kunde)1?',
  email:
    'email(s|addr)?(address(es)?|id)?(touse|(number)?1|1(value|address))?|mailid|emailaddresse|(addresse)?(courriel|email|electronique)|correo(electronico)?|direcciondecorreo(electronico)?',
  kind_email: `(?!office|.e?mail)${KIND}(email|emailaddress|mail)`,
  phone_number: `${PHONE}(s|numbers?|nos?|nr|num|1|number1|1value|1number)?|contactphone|(numerode)?telefono|telefon(nummer|nr)?|telefone|telefoon`,
  kind_phone: `(mobile|mob|cell|cellular|landline)(phone)?(number|no|nr|num|phone|ph)?|(telefono)?(celular|movil|particular)|(telephone|tel)?(portable|cellulaire|fixe)|cellulare|mobiel|(handy|mobil)(nummer|telefon|nr)?|festnetz|tel(efon)?(privat|mobil)|${KIND}(${PHONE}|telefono)(number|no|phone)?`,
  alt_number: `(alt|alternate|alternative|secondary|additional|backup)(number|no|nr|contactnumber|cell|mobile|${PHONE}|phonenumber|phoneno)?|(other|second|2nd)(number|phone|phonenumber|telephone)|${PHONE}(2|number2|2value)`,
  address:
    '(street(addr(ess)?)?(line)?|addr(ess)?(es|line|ln)?|adr|staddr|staddress|(street)?(address)?orpobox|((full|complete)(mailing)?|correspondence|present)address|numberandstreet|streetnameandnumber|direccion(postal)?|calle|addresse(postale)?|anschrift|indirizzo|endereco|straat|strasse((und|u)?haus(nummer|nr)|nr)?)(1|one)?|line(1|one)|streetname',
  house_number: '(street|house|building|addr(ess)?)(number|no|nr|num)|haus(nummer|nr)',
  street_part:
    '(street|st)?(pre|post)(fix)?dir(ection(al)?)?|(street|st)(dir(ection(al)?)?|prefix|suffix|type)|(in)?careof(name)?',
  address_2:
    '(street(address)?(line)?|addr(ess)?(line|ln)?|adr|line|calle)(2|two)|(apto?|apartment|suite|ste)((or)?(suite|ste|unit|other|etc))*(number|no)?|unit(number|no)|addresscont(inued)?|(complement(d)?)addresse|address(e2|zusatz)|supplementaladdress1|extendedaddress',
  address_3:
    '(street(address)?(line)?|addr(ess)?(line|ln)?|adr|line|calle)[345]|supplementaladdress2|(address)?po(st(office)?)?box(number|no)?',
  city: 'city(and|or)?(st|state|province)(and|or)?(zip|postal)?(code|cd)?|csz|suburb|city|town|citytown|towncity|cityortown|townorcity|city(name|nm)|locality|municipality|ciudad|municipio|pueblo|ville|(wohn)?ort|stadt|citta|cidade|(woon)?plaats',
  state:
    '(state|prov(ince)?)(and|or)?(zip|postal)(code|cd)?|(state|prov(ince)?)(code|cd|name|abbr(ev)?(iation)?|ofresidence)?|state(or)?province|provincestate|state(or)?(region|territory|province(or)?region|region(or)?province)|usstate|stprov|provst|stcd|(address1|po|sa)region|(provinciao)?estado|bundesland|kanton',
  zip_code:
    '(zip|postal)(code)?(or|plus)?(zip|postal)?(code|cd)?|postcode|zip5|zippc|codigopostal|cp|codepostal|plz|postleitzahl|zip4code',
  country:
    '(country|nation|ctry|cntry)(code|cd|name|ofresidence)?|countryregion|pais(oregion)?|pays',
  language:
    '(language|idioma|lengua)(code|preference)?|(preferred|spoken|email)language|idiomapreferido|langue|sprache',
  group_template: '(grouptemplate|templategroup|emailtemplate)(id|name)?|emailtemplategroup',
  do_not_email: `(${DO_NOT_EMAIL})${FLAG}`,
}

/** Words that often mean something else: they count if the content fits, and nothing better is there. */
const WEAK_HEADERS: Readonly<Partial<Record<Slot, string>>> = {
  phone_number: 'contact(number|no)',
  kind_phone: '(home|work|business|office|evening|daytime|day|personal|main|best)(number|no)',
  client_number: `(account|acct|member)${REFERENCE}?|(contact|participant|names|party|person)(id|code)|(file|ourfile|record|ref(erence)?|case|matter|user|contact|id)?${NUMBER}|recordidcontact|cuenta`,
  email: 'mail',
  address_2: 'unit',
  street_part: 'dir(ection)?|suffix',
  state: 'region|st|stateid',
  country: 'land',
  zip_code: 'zip4|zipcode4|cap|cep',
  group_template: '(group|template|clientgroup|emailgroup)(id|name)?',
}

/** One pattern for all fields: half the time of one for each. */
function slotFinder(headers: Readonly<Partial<Record<Slot, string>>>) {
  const fields = Object.entries(headers).map(([slot, pattern]) => `(?<${slot}>${pattern})`)
  const all = new RegExp(`^(?:${fields.join('|')})$`)
  return (text: string) => {
    const groups = all.exec(text)?.groups ?? {}
    return Object.keys(groups).find((slot) => groups[slot] !== undefined) as Slot | undefined
  }
}
const slotOf = slotFinder(HEADERS)
const weakSlotOf = slotFinder(WEAK_HEADERS)

/** "Clients phone", "Mailing address": the first word adds nothing. The “s” of “Client State” belongs to “State”. */
const PREFIX =
  /^(?:(?:client|customer|contact|person|taxpayer(?=first|1st|last|e?mail|phone|cell|home|work)|cli|clnt|cust)(?:s(?!t(?:[acr]|$)|u))?|home|mailing|residen(?:tial|ce)|physical|primary|current|new|updated|permanent|postal|main|legal)/

/** These words belong before a part of an address only: a “Business name” is nobody's. */
const ADDRESS_PREFIX =
  /^(?:home|mail(?:ing)?|residen(?:tial|ce)|physical|primary|current|new|updated|permanent|postal|main|legal|default|account|business|work|office|bill(?:ing)?(?:to)?|ship(?:ping)?(?:to)?|other|(?:po|sa)(?=address|city|postal|country))/

const PERSONAL = /^(?:best|preferred|billing)/

/** Programs put “Other Street” before “Mailing Street”. Xero's “SA” is where the client is, “PO” is for letters. */
const SECOND_BEST = /^(?:ship|other|account|sa$)/
const AT_WORK = /^(?:business|work|office|physical|residen)/

export const isAddressPart = (slot: Slot): boolean =>
  /^(?:house_number|street_part|address.*|city|state|zip_code|country)$/.test(slot)

const HINT = /\([^()]*\)|\[[^[\]]*\]/g
/** Hints that change no meaning; “(Y/N)” does. */
const HARMLESS = /^\W*(?:required|optional|\d digits|primary|main|preferred|mandatory|if any)\W*$/i

/** In headings of emails and addresses that reach nobody any more. */
export const FORMER =
  /\b(?:old|former|previous|prior|invalid|inactive|wrong|bad|bounced|returned|undeliverable|disconnected|do not use|no longer|not working|fax)\b/i

const normal = (header: string) =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/^(client|contact) *\?$/, 'is$1')
    .replace(/#|nbr/g, 'number')
    .replace(/\bc\/o\b/, 'careof')
    .replace(/\/ ?(?=p\.?o\b)/, 'or')
    .replaceAll('ß', 'ss')
    .replace(/['’]s\b/g, '')
    .replace(/add?ress?/g, 'address')
    .replace(/[^a-z0-9]/g, '')
    .replace(/^((?:bill|ship)to)(?=[1-5]$)/, '$1address')
    .replace(/^(?:street(?=suburb|city|town|state|post|zip|country)|client(?=address1.))/, '')
    .replace(/^(.+?)del?(domicilio|residencia)$/, 'home$1')
    .replace(/^(.+?)del?trabajo$/, 'business$1')

/** "Phone (H)", "phone_h", "Phone Home", "Email - Work" → "H Phone", "Home Phone", "Work Email" */
const kindFirst = (header: string) =>
  header.replace(
    /^(.*\w)[\W_]+([hcmwbode]|home|cell|mobile|work|business|office|day|daytime|evening|personal|primary|main)\W*$/i,
    '$2 $1',
  )

/** What forms put around a heading, such as “3. Please enter your”, and programs around a firm's own fields. */
const QUESTION =
  /__c$|^(?:q\d{1,3}\b|\d{1,3}[.):])\W*|(?<=^|^q?\d{1,3}\W{1,3})(?:custom field:? |(?:and )?(?:please )?(?:(?:enter|provide|confirm|what(?:['’]s| is)) )?(?:your|the)[ _-])| to reach you\b.*$/gi

/** “Name - First”, “Name (Last Name)”, “Emails / Primary Email” */
const ABOUT =
  /^(?:(?:client|contact|person) ?#?1|contact|person|(?:full |client )?name(?=\W+(?:first|last|given|family|surname))|emails|phones)\W+/i

export function meaningOf(name: string): Meaning | undefined {
  const header = name.replace(QUESTION, '')
  const hints = header.match(HINT) ?? []
  if (hints.some((hint) => isSomebody(hint) || FORMER.test(hint))) return undefined
  const isHarmless = hints.every((hint) => HARMLESS.test(hint))
  return (
    meaningOfText(normal(header), 1) ??
    meaningOfText(normal(kindFirst(header.replace(ABOUT, ''))), 1) ??
    meaningOfText(normal(header.replace(HINT, '')), isHarmless ? 0.95 : 0.55) ??
    meaningOfBoth(header.split('/')) ??
    meaningAsked(header)
  )
}

const ASKED = /\b(?:(?:first|last) name|e-?mail|phone|(?:street|mailing) address|zip)\b/gi

/** “Which email may we use for you?” */
function meaningAsked(header: string): Meaning | undefined {
  const isOwn = /\?\W*$/.test(header) && !isSomebody(header) && !FORMER.test(header)
  const [one = '', ...more] = (isOwn && header.match(ASKED)) || []
  return more.length === 0 ? meaningOfText(normal(one), WEAK) : undefined
}

/** “Mailing Postcode/Zip”, “Prov/State”: two words for the same. */
function meaningOfBoth([one = '', other = '', ...more]: string[]): Meaning | undefined {
  const meaning = meaningOfText(normal(one), 0.9)
  const isSame = meaning && meaning.slot === meaningOfText(normal(other), 1)?.slot
  return isSame && more.length === 0 ? meaning : undefined
}

function meaningOfText(text: string, closeness: number): Meaning | undefined {
  const own = slotOf(text)
  const whole = LESS_EXACT.test(text) ? 0.02 : 0
  if (own) return { slot: own, closeness: closeness - whole, group: '' }
  const group = ADDRESS_PREFIX.exec(text)?.[0] ?? ''
  const rest = text.slice(group.length)
  // “Home address city”, “Address 1 - City”
  const part = slotOf(rest) ?? slotOf(rest.replace(/^addr(?:ess)?1?|(?<!line)1$/g, ''))
  const distance = whole + (SECOND_BEST.test(group) ? 0.2 : AT_WORK.test(group) ? 0.15 : 0.1)
  if (part && isAddressPart(part)) return { slot: part, closeness: closeness - distance, group }
  const bare = text.replace(PREFIX, '')
  for (const words of [bare, bare.replace(PREFIX, ''), text.replace(PERSONAL, '')]) {
    const slot = slotOf(words)
    if (slot && slot !== 'whole_name')
      return { slot, closeness: closeness - 0.1 - whole, group: '' }
  }
  const weak = weakSlotOf(text)
  const slot = weak ?? weakSlotOf(bare)
  return slot && { slot, closeness: Math.min(closeness, weak ? 0.5 - whole : 0.45), group: '' }
}

/** Taken if nothing better is beside it: “Street” instead of a whole “Address”, “Client Number” instead of a program's id. */
const LESS_EXACT =
  /addr(?:ess)?$|^city.+(?:st|state|province|zip|code)|csz$|^client(?:id|code)$|^acc(?:oun)?tid$|^preferredfirst|^display/

const ASKS = new RegExp(`^(?:${PERMISSION})${FLAG}$`)
/** Whether a heading asks if the client may be emailed. So may “Email?” or “Client”, if its cells say yes or no. */
export function asksPermission(header: string): boolean {
  const own = header.replace(QUESTION, '')
  return [own, own.replace(HINT, '')].some((each) => ASKS.test(normal(each)))
}

export const slotOfHeader = (header: string): Slot | undefined =>
  meaningOf(header.slice(0, 200))?.slot

export const letterHeader = (column: number) => `Column ${letters(column)}`

const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) +
  String.fromCharCode(65 + (column % 26))

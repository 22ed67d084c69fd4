/** One alternative of several patterns, as the source of a larger one. */
export const anyOf = (...patterns: RegExp[]) =>
  `(?:${patterns.map(({ source }) => source).join('|')})`

export const PERSONS = anyOf(
  // Family and friends
  /spouse|spse|sp\.? (?:name|first|last)|partner|husband|wife|ex(?=\W*$)|his|hers?|fiancee?/,
  /sig(?:nificant|\.)? other|emergency|emerg|emg|next.of.kin|kin|nok|beneficiar(?:y|ies)|heirs?|decedent/,
  /guardian|guarantor|care ?giver|caretaker|mom|dad|relation(?:ship)?(?: \d.*)?$|brother|sister/,
  /(?:step|grand)?(?:parents?|mother|father|child|son|daughter)|sibling|aunt|uncle|cousin|nephew/,
  /niece|in-?laws?|relative|family member|friend|co-?worker|pastor|teacher|neighbor|roommate/,
  // The office, the court and the other side
  /attorney|atty|lawyer|counsel|paralegal|staff|judge|mediator|notary|witness|interpreter/,
  /translator|social worker|case ?worker|(?:probation|parole) officer|detective|assistant|asst/,
  /manager|mgr|handler|timekeeper|team lead|supervisor|secretary|intake specialist|sales ?person/,
  /adversary|adverse|opposing|opponent|(?:other|third|resp(?:onsible)?) (?:party|side)/,
  /(?<!\/ ?)(?:plaintiff|defendant|petitioner|respondent)(?! ?\/)/,
  // Money, property and health
  /adjuster|insurer|lender|loan officer|realtor|seller|buyer|purchaser|lessee|landlord|tenant/,
  /creditor|accountant|bookkeep(?:er|ing)|biller|accounts payable|cpa|advis[oe]r|agent|broker/,
  /pay[eo]r|sponsor|employer|policy ?holder|doctor|physician|nurse|therapist|counsell?or|pcp|hcp|csr/,
  // Who acts for the client
  /trustee|trustor|execut(?:or|rix)|remainderman|fiduciary|conservator|grantor|settlor|poa/,
  /power of attorney|rep(?:resentative)?|(?:health ?care )?proxy|nominee|custodian|decision[- ]?maker/,
  // A second person, and who has to do with the record
  /co-?(?:client|applicant|borrower|owner|signer|debtor|plaintiff|petitioner)/,
  /joint (?:client|debtor|owner|tenant|filer|holder)|secondary (?:first|last) name/,
  /(?:contact|person|client|name|party|owner|applicant|debtor|signer) ?#?(?:[2-9]|b\b)/,
  /(?:member|individual|taxpayer|buyer|borrower|parent) ?#?(?:[2-9]|b\b)/,
  /(?:second|2nd|secondary|other|alt|alternate|addition?al|add['’]?l) (?:contact|person|client|name)/,
  /(?:back-?up|trusted|authorized) (?:contact|person|client|name)|ice(?=\W*$)/,
  /(?:company|firm|office|bill(?:ing)?(?: to)?|ap|hr|ice) contact|assigned to/,
  /(?:referred|recommended|represented|introduced|created|submitted|handled) by/,
  /(?:account|contact|record|lead|matter|case) owner/,
  // Spanish, German, French
  /conyuge|espos[oa]|marido|pareja|emergencia|abogad[oa]|hij[oa]|padre|madre|tutora?|herman[oa]/,
  /ehe(?:partner(?:in)?|frau|mann)|partnerin|(?:rechts)?anw(?:alt|altin)|notfall(?:kontakt)?/,
  /mutter|vater|betreuer(?:in)?|conjointe?|epou(?:x|se)|avocate?|urgence|tuteur|tutrice/,
)
const SOMEBODY = RegExp(`\\b${PERSONS}\\b`, 'i')

/** DO_NOT_CONTACT, doNotContact */
export const CODE = /_|(?<=[a-z])(?=[A-Z])/g

/** Whether a text names another person than the client: “Spouse”, “SPOUSE_NAME”, “SpouseName” or “Cónyuge”. */
export const isSomebody = (text: string) =>
  SOMEBODY.test(text.normalize('NFD').replace(/\p{M}/gu, '').replace(CODE, ' '))

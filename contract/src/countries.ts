import { countryName, US } from './place.ts'

// No zod: the client's page loads this. Few other screens do, so no schema may import it.

/** ISO 3166-1 and Kosovo. The territories of the United States are states here, not countries. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VN VU WF WS XK YE YT ZA ZM ZW'

/** The codes of three letters, in the same order. */
const CODES_3 =
  'ANDAREAFGATGAIAALBARMAGOATAARGAUTAUSABWALAAZEBIHBRBBGDBELBFABGRBHRBDIBENBLMBMUBRNBOLBESBRABHSBTNBVTBWABLRBLZCANCCKCODCAFCOGCHECIVCOKCHLCMRCHNCOLCRICUBCPVCUWCXRCYPCZEDEUDJIDNKDMADOMDZAECUESTEGYESHERIESPETHFINFJIFLKFSMFROFRAGABGBRGRDGEOGUFGGYGHAGIBGRLGMBGINGLPGNQGRCSGSGTMGNBGUYHKGHMDHNDHRVHTIHUNIDNIRLISRIMNINDIOTIRQIRNISLITAJEYJAMJORJPNKENKGZKHMKIRCOMKNAPRKKORKWTCYMKAZLAOLBNLCALIELKALBRLSOLTULUXLVALBYMARMCOMDAMNEMAFMDGMHLMKDMLIMMRMNGMACMTQMRTMSRMLTMUSMDVMWIMEXMYSMOZNAMNCLNERNFKNGANICNLDNORNPLNRUNIUNZLOMNPANPERPYFPNGPHLPAKPOLSPMPCNPSEPRTPLWPRYQATREUROUSRBRUSRWASAUSLBSYCSDNSWESGPSHNSVNSJMSVKSLESMRSENSOMSURSSDSTPSLVSXMSYRSWZTCATCDATFTGOTHATJKTKLTLSTKMTUNTONTURTTOTUVTWNTZAUKRUGAUSAURYUZBVATVCTVENVGBVNMVUTWLFWSMXKXYEMMYTZAFZMBZWE'

/** Other names in use, in the form that `keyOf` returns. */
const ALIASES: Readonly<Record<string, string>> = {
  US: 'usa usofa usaus eeuu unitedstatesofamerica unitedstatesusa america pr gu vi as mp puertorico guam americansamoa northernmarianaislands usvirginislands',
  AE: 'uae',
  GB: 'uk greatbritain gtbritain unitedkingdomofgreatbritainandnorthernireland britain england scotland wales northernireland',
  CD: 'drcongo democraticrepublicofcongo democraticrepublicofthecongo',
  CG: 'congo republicofcongo republicofthecongo',
  CI: 'ivorycoast',
  CV: 'caboverde',
  CN: 'prc prchina',
  CZ: 'czechrepublic czechrep',
  DO: 'domrep',
  HK: 'hongkong hongkongsar',
  KP: 'nkorea democraticpeoplesrepublicofkorea',
  KR: 'korea skorea republicofkorea',
  MK: 'macedonia',
  MM: 'myanmar burma',
  MO: 'macao macau',
  NL: 'holland',
  PS: 'palestine',
  RU: 'russianfederation',
  SA: 'ksa',
  SZ: 'swaziland',
  TL: 'easttimor',
  TR: 'turkey',
  TW: 'roc republicofchina provinceofchinataiwan roctaiwan',
  VA: 'vatican holysee',
}

const keyOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/\bst\./g, 'saint')
    .replace(/[^a-z]/g, '')
    .replace(/^the(?=.{4})/, '')

/** Sorted by name, without the United States. Empty in browsers before 2021, which have no names. */
export const foreignCountries = (language = 'en'): [code: string, name: string][] =>
  CODES.split(' ')
    .map((code): [string, string] => [code, countryName(code, language)])
    .filter(([code, name]) => code !== US && name !== code)
    .sort(([, one], [, other]) => one.localeCompare(other, language))

/** Names of countries are also read in these languages. An English name wins over the same one in another. */
const OTHER_LANGUAGES = ['de', 'es', 'fr', 'it', 'pt']

let codes: Map<string, string> | undefined

function codesByKey(): Map<string, string> {
  if (codes) return codes
  codes = new Map()
  const iso = CODES.split(' ')
  for (const language of OTHER_LANGUAGES)
    for (const code of iso) codes.set(keyOf(countryName(code, language)), code)
  for (const [index, code] of iso.entries()) {
    const [short, name] = [keyOf(code), keyOf(countryName(code))]
    const long = CODES_3.slice(3 * index, 3 * index + 3).toLowerCase()
    for (const text of [short, long, name, short + name, name + short, name + long])
      codes.set(text, code)
  }
  for (const [code, others] of Object.entries(ALIASES))
    for (const key of others.split(' ')) codes.set(key, code)
  return codes
}

/** Code for a code or name in any case; undefined if unknown. */
export function countryCode(text: string): string | undefined {
  if (/^\s*(?:840|\+?1)\s*$/.test(text)) return US
  const codes = codesByKey()
  const found = codes.get(keyOf(text))
  if (found || !/[(,]|\bof\b/i.test(text)) return found
  // “Iran, Islamic Republic of”, “Korea (North)”
  const key = keyOf(text.replace(/^([^,(]+)[,(]([^)]+)\)?\s*$/, '$2 $1'))
  const bare = keyOf(text.replace(/\([^)]*\)/g, ''))
  return codes.get(key) ?? codes.get(key.replace(FORMAL, '')) ?? codes.get(bare)
}

const FORMAL =
  /^(?:(?:islamic|united|federal|bolivarian|peoples)?(?:republic|kingdom)|plurinationalstate|federatedstates)of(?:the)?/

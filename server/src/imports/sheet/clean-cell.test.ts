import type { ClientField } from '@attest/contract/client-fields'
import { expect, test } from 'vitest'
import { cleanCell, cleanText } from './clean-cell.ts'

const cells: [what: string, field: ClientField, raw: string, text: string][] = [
  ['a zip code gets its zero back', 'zip_code', '2134', '02134'],
  ['a zip code gets two zeros back where such codes exist', 'zip_code', '901', '00901'],
  ['a number of three digits that is no zip code stays', 'zip_code', '123', '123'],
  ['a nine-digit zip code gets its hyphen', 'zip_code', '021341234', '02134-1234'],
  ['a nine-digit zip code gets zero and hyphen', 'zip_code', '21341234', '02134-1234'],
  ['a nine-digit zip code may have lost its zero only', 'zip_code', '2134-1234', '02134-1234'],
  ['a nine-digit zip code may have a space', 'zip_code', '02134 1234', '02134-1234'],
  ['a zip code without its second part loses the hyphen', 'zip_code', '02134-', '02134'],
  ['a zip code loses its decimals', 'zip_code', '2134.0', '02134'],
  ['what is no zip code stays as it is', 'zip_code', 'SW1A 1AA', 'SW1A 1AA'],
  ['six digits stay as they are', 'zip_code', '123456', '123456'],
  ['a zip code with letters stays', 'zip_code', '9011 AB', '9011 AB'],
  ['a client number loses its decimals', 'client_number', '1,001.00', '1001'],
  ['a client number keeps its matter', 'client_number', '20231.000', '20231.000'],
  ['a phone number loses its decimals', 'phone_number', '6175550101.0', '6175550101'],
  ['line breaks in an address are commas', 'address', '9 Elm\r\nSuite 3\n', '9 Elm, Suite 3'],
  ['line breaks of a web page are commas', 'address', '9 Elm<br />Suite 3', '9 Elm, Suite 3'],
  ['line breaks of a database are commas', 'address', '9 Elm\\nSuite 3', '9 Elm, Suite 3'],
  ['a text in double quotes loses both', 'first_name', ' "Ann"', 'Ann'],
  ['a part in quotes keeps them', 'address', '"Elms" 2 "B"', '"Elms" 2 "B"'],
  ['line breaks elsewhere become spaces', 'last_name', 'van\nDyck', 'van Dyck'],
  ['a failed formula is empty', 'group_template', '#N/A', ''],
  ['“n/a” is empty', 'alt_number', 'n/a', ''],
  ['a dash is empty', 'alt_number', ' - ', ''],
  ['a Dutch town keeps its apostrophe', 'city', "'s-Gravenhage", "'s-Gravenhage"],
  ['a number stored as text loses its quote', 'zip_code', "'02134", '02134'],
  ['a Swiss domain is written as mail servers do', 'email', 'a@zürich.ch', 'a@xn--zrich-kva.ch'],
  ['“same as above” is no address', 'address', 'Same as above', ''],
  ['a client number may be a word', 'client_number', 'SAME', 'SAME'],
  ['a state before a zip code is dropped', 'zip_code', 'MA 02134', '02134'],
  ['a text in quotes loses both', 'client_number', "'N6'", 'N6'],
  ['a number stored as text loses its backtick', 'zip_code', '`02134', '02134'],
  ['a database’s backslash goes', 'last_name', "O\\'Neil", "O'Neil"],
  ['an invented phone number is empty', 'phone_number', '(000) 000-0000', ''],
  ['“NA” is empty', 'address', 'NA', ''],
  ['“NA” may be Namibia', 'country', 'NA', 'NA'],
  ['a number in a narrow column is empty', 'client_number', '####', ''],
  ...['0', 'FALSE', 'no change', 'Unknown address', 'No fixed address', 'homeless'].map(
    (raw): [string, ClientField, string, string] => [`“${raw}” is empty`, 'address', raw, ''],
  ),
  ['a look-up of an empty cell is no name', 'last_name', '0', ''],
  ['a client may have the number 0', 'client_number', '0', '0'],
  ['General Delivery is an address', 'address', 'General Delivery', 'General Delivery'],
  ...['Undeliverable', 'RTS', 'Moved to FL', 'Same as spouse', 'Return to sender'].map(
    (raw): [string, ClientField, string, string] => [`“${raw}” is empty`, 'address', raw, ''],
  ),
  ['a street may be called like a note', 'address', '12 Call St', '12 Call St'],
  ...['ask client', 'does not have one', 'client has no email', 'notanemail@x.com'].map(
    (raw): [string, ClientField, string, string] => [`“${raw}” is empty`, 'email', raw, ''],
  ),
  ['a remark about a death is for a person', 'address', 'Client deceased', 'Client deceased'],
  ...['{null}', '(blank)', 'undefined', 'xxx', 'TBA', '_', 'declined'].map(
    (raw): [string, ClientField, string, string] => [`“${raw}” is empty`, 'email', raw, ''],
  ),
  ...['"', '?', '.'].map((raw): [string, ClientField, string, string] => [
    `“${raw}” is no name`,
    'last_name',
    raw,
    '',
  ]),
  ...['Disconnected', 'see notes', 'wrong number'].map(
    (raw): [string, ClientField, string, string] => [`“${raw}” is empty`, 'phone_number', raw, ''],
  ),
  ['who must not be contacted is for a person to decide', 'email', 'Deceased', 'Deceased'],
  ['a person may be called Null', 'last_name', 'Null', 'Null'],
]
test.each(cells)('%s', (_, field, raw, text) => expect(cleanCell(field, raw)).toBe(text))

const texts: [what: string, raw: string, text: string][] = [
  ['the quote that guards a formula', "'=SUM(A1)", '=SUM(A1)'],
  ['the quote that guards a phone number', "'+1 617 555 0101", '+1 617 555 0101'],
  ['a quote that belongs to the text', "'t Hooft", "'t Hooft"],
  ['a text given as a formula', '="02134"', '02134'],
  ['a text with quotes given as a formula', '="the ""Rock"""', 'the "Rock"'],
  ['nothing but what cannot be seen', ' \u00a0\u200b\n ', ''],
]
test.each(texts)('reads %s as a person would', (_, raw, text) => expect(cleanText(raw)).toBe(text))

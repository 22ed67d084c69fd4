import type { DetailName } from '@attest/contract/client-fields'
import { fullDay, shortDay } from '../../lib/day.ts'

const labels = {
  first_name: 'First name',
  last_name: 'Last name',
  address: 'Street address',
  unit: 'Apartment, suite or unit',
  country: 'Country',
  city: 'City',
  state: 'State',
  zip_code: 'Zip code',
  phone_number: 'Phone number',
  alt_number: 'Alternate number',
  email: 'Email',
} satisfies Record<DetailName | 'unit', string>

const PHONE = 'Enter a phone number with area code, such as (617) 555-0140'

const corrections = {
  first_name: 'Enter your first name',
  last_name: 'Enter your last name',
  address: 'Street address is required',
  country: 'Choose a country',
  city: 'Enter your city',
  state: 'Choose a state',
  zip_code: 'Enter a zip code of 5 digits, such as 02134',
  phone_number: PHONE,
  alt_number: PHONE,
  email: 'Enter an email address such as name@example.com',
} satisfies Record<DetailName, string>

/** "phone number and zip code", for the middle of a sentence. Phones of 2020 have no Intl.ListFormat. */
function inWords(fields: DetailName[]): string {
  const words = fields.map((field) => labels[field].toLowerCase())
  if (words.length < 3) return words.join(' and ')
  return `${words.slice(0, -1).join(', ')}, and ${words[words.length - 1]}`
}

const form = {
  title: 'Are these details still right?',
  greeting: (name: string) =>
    `Dear ${name || 'client'}, we keep your estate planning documents safe and need to be able to reach you. It takes a minute.`,
  answer: 'Your answer',
  confirm: 'Information is Correct',
  confirmHint: 'Nothing has changed.',
  update: 'I Made Changes',
  updateHint: 'Correct what is out of date below.',
  submit: 'Submit Verification',
  submitting: 'Submitting...',
  noChoice: 'Please choose one of the two answers.',
  problems: (count: number) =>
    count === 1 ? 'One thing needs your attention' : `${count} things need your attention`,
  missing: (fields: DetailName[]) =>
    `We have no ${inWords(fields)} for you. Please choose “I Made Changes” to fill in what is missing.`,
  edited: (fields: DetailName[]) =>
    `You have changed the ${inWords(fields)}. Above you see your details with what you typed.`,
  undo: 'Undo my changes',
  unchanged: 'You have changed nothing. Is everything correct?',
  willChange: 'No, I Will Change It',
  allCorrect: 'Yes, Everything Is Correct',
  notYou: 'This is not for you, or you answer for someone?',
  helper: {
    legend: 'You answer for somebody',
    name: 'Your own name',
    relation: 'Who you are to them, such as daughter or caregiver',
    missing: { name: 'Enter your own name', relation: 'Enter who you are to this person' },
  },
  officeTitle: 'Our office has changed your details',
  officeChanges: (fields: DetailName[]) =>
    `While you had this page open, we changed your ${inWords(fields)}. Your answer is not saved yet. Above you see the details that we have now, with what you typed. Please look once more, then answer again below.`,
}

const details = {
  title: 'Your details',
  writeTo: { do: 'We write to', will: 'We will write to' },
  callOrEmail: { do: 'We call or email', will: 'We will call or email' },
  changeAddress: 'Change Address',
  changePhone: 'Change Phone or Email',
}

const fields = {
  labels,
  corrections,
  tooLong: (most: number) => `Use at most ${most} characters`,
  optional: '(optional)',
  name: 'Your name',
  address: 'Where we write to',
  contact: 'How we reach you',
  abroad: 'I live outside the United States',
  region: 'State, province or region',
  postalCode: 'Postal code',
  chooseState: 'Choose a state',
  chooseCountry: 'Choose a country',
}

const suggestions = {
  email: (email: string) => ({ text: `Did you mean ${email}?`, action: 'Use this' }),
  state: (zip: string, state: string) => ({
    text: `Zip code ${zip} is in ${state}.`,
    action: `Use ${state}`,
  }),
  unit: (unit: string) => ({
    text: `The address on file ends with “${unit}”.`,
    action: `Add ${unit}`,
  }),
}

const waiting = {
  title: 'Your answer is waiting',
  text: 'Your answer is kept on this page and is sent as soon as the connection is back.',
  lastTry: (time: Date) => `Last try: ${time.toLocaleTimeString('en-US')}`,
  sendNow: 'Send Now',
  change: 'Change My Answer',
}

const done = {
  title: 'Verification Complete',
  almost: 'Almost done',
  thanks: 'Thank you for verifying your information.',
  received: (day: Date) => `We received your answer on ${fullDay(day)}.`,
  confirm: (email: string) =>
    `One thing is left. We sent an email to ${email}. Please open it and press its button.`,
  close: 'You can close this page now.',
  next: (name: string) => `${name} is in the same letter and has not answered yet.`,
  openNext: (name: string) => `Open the Page of ${name}`,
}

const problems = {
  offline: 'There is no internet connection.',
  tooSlow: 'No answer came in time. The connection may be slow.',
  unreachable: 'We could not be reached. Please check your internet connection.',
  tooOften: 'There were too many tries from your connection. Please wait a few minutes.',
  ourSide: 'Something went wrong on our side.',
  unreadable: 'Your answer could not be read. Please check your details and submit them again.',
}

const link = {
  invalidTitle: 'Verification Link Invalid',
  invalid: 'This verification link is invalid or has expired.',
  expiredTitle: 'This link has expired',
  expired: (day: Date) => `This link worked until ${shortDay(day)}.`,
  answeredTitle: (day: Date) => `You answered on ${shortDay(day)}`,
  answered: 'Thank you, we have your answer. There is nothing left to do.',
  stillWrong: 'Something still wrong?',
  protection:
    'To protect you, this page shows none of your details. We never ask for a password or a payment.',
  secondAnswer: (day: Date) =>
    `You have already answered with this link, on ${shortDay(day)}. This second answer was not saved.`,
  notSaved: 'Your answer was not saved.',
  offer: 'We can email you a new link to check or correct your details.',
  send: 'Send Me a New Link',
  sent: 'If this link was ours and we have your email, we have emailed you a new one. Please check your email.',
  orCall: 'Or call us:',
}

const code = {
  title: 'Type the code of your letter',
  text: 'It has 10 letters and digits and stands beside the large square. Capital or small letters, with or without the space: all are fine.',
  label: 'Code',
  open: 'Continue',
  noCode: 'A code has 10 letters and digits. Please check it against your letter.',
  unknown:
    'We do not know this code. Please check each letter and digit. If you have several letters, use the newest.',
  tooOften:
    'There were too many wrong codes from your connection. Please wait an hour, or call us.',
}

const buttonPages = {
  'not-me': {
    title: 'Was this not you?',
    text: 'If somebody else changed your details, press the button. We will then stop our emails and look into it.',
    button: 'This Was Not Me',
    done: 'Thank you for telling us',
    next: 'We have stopped our emails to you, so nobody can change your details with them. Please call us, and we will put them right.',
  },
  'confirm-email': {
    title: 'Is this your email?',
    text: 'If you gave us this email address, press the button. Our emails will then come here.',
    button: 'Confirm My Email',
    done: 'Your email is confirmed',
    next: 'Thank you. Our emails will come to this address. You can close this page now.',
  },
  deadTitle: 'This link no longer works',
  expired: (day: Date) => `It worked until ${shortDay(day)}.`,
  usedUp: 'It was used up or replaced.',
  call: 'If something is wrong with your details, please call us.',
}

export const en = {
  language: 'English',
  loading: 'Loading verification form...',
  errorTitle: (title: string) => `Error: ${title}`,
  questions: (firm: string) => `Questions? Call ${firm},`,
  sending: 'Sending...',
  loadFailed: 'Your details could not be loaded',
  notChecked: 'We could not check your link yet.',
  tryAgain: 'Try Again',
  /** Follows the reason of a failure. */
  mayTryAgain: (orCall: boolean) => `You can try again${orCall ? ' or call us' : ''}.`,
  unsure:
    'We cannot tell whether your answer was saved. Nothing you typed is lost: please submit it again. It counts only once.',
  form,
  details,
  fields,
  suggestions,
  waiting,
  done,
  problems,
  link,
  code,
  buttonPages,
}

export type Texts = typeof en

/** Only the server needs these texts. */
export const notForMe = {
  title: 'Please tell us what fits',
  back: 'Go back',
  'wrong-person': {
    choice: 'I am somebody else',
    hint: 'This message came to the wrong person.',
    title: 'Did our message come to the wrong person?',
    text: 'Press the button, and we will stop writing to this address. The link in the message will stop working.',
    button: 'Yes, Stop Writing',
    done: 'Thank you for telling us',
    next: 'We have stopped writing to this address. There is nothing left to do. You can close this page now.',
  },
  helping: {
    choice: 'I help this person',
    hint: 'You can answer for them. We keep your name with the answer.',
  },
  died: {
    choice: 'This person has died',
    hint: 'We will stop writing.',
    title: 'We are sorry for your loss',
    text: 'We will stop writing to this person. Please give us a name and a number to call.',
    labels: { died_on: 'Day of the death', name: 'Your name', phone_number: 'Your phone number' },
    corrections: {
      died_on: 'Enter a day that is over, or leave it empty',
      name: 'Enter your name',
      phone_number: PHONE,
    },
    button: 'Tell the Office',
    done: 'Thank you for telling us',
    next: 'We have stopped writing to this person. Our office will call you. You can close this page now.',
  },
}

export type NotForMeTexts = typeof notForMe

export type SuggestionTexts = ReturnType<Texts['suggestions'][keyof Texts['suggestions']]>

const callUs = (firm: string, phone: string | null) => `call ${firm}${phone ? ` at ${phone}` : ''}`

export const en = {
  locale: 'en-US',
  /** Receipts announce changes of these fields, in this order. A changed name alone gets no receipt. */
  labels: {
    email: 'Email',
    phone_number: 'Phone Number',
    alt_number: 'Alternate Phone',
    address: 'Address',
    city: 'City',
    state: 'State',
    zip_code: 'Zip Code',
    country: 'Country',
  },
  samples: { due_date: 'March 31, 2027', link_expires: 'April 30, 2027' },
  request: 'Please check your postal address, phone number and email. It takes a minute.',
  expiry: 'The link works until {{link_expires}}.',
  copy: 'If the button does not work, copy this address into your browser:',
  /** Shown in emails in other languages. */
  readHere: 'You can read this page in English',
  reason: (firm: string) => `You get this email because you are a client of ${firm}.`,
  /** For readers who fear fraud. A phone number in the letter itself would prove nothing. */
  assurance:
    'We never ask for a password or a payment. Not sure that this email is ours? Call the number that you already have for us.',
  /** Notices use no name: the address may be a stranger's, and the name itself may have been changed. */
  hello: 'Hello,',
  receipt: {
    subject: (firm: string) => `Your details at ${firm} were changed`,
    /** `fields` and the time `at` are in words. */
    message: (fields: string, at: string, firm: string, phone: string | null) => [
      `On ${at}, somebody changed your details with our link: ${fields}.`,
      'Was it you? Then there is nothing to do.',
      `Was it not you? Then press the button below, or ${callUs(firm, phone)}.`,
    ],
    button: 'This Was Not Me',
  },
  confirmation: {
    subject: (firm: string) => `Please confirm your new email for ${firm}`,
    message: (firm: string, phone: string | null) => [
      `A client of ${firm} has given us this email address. Is this you? Then please confirm it with the button below.`,
      'Until then, our emails go to the former address.',
      `Is this not you? Then do nothing, or ${callUs(firm, phone)}.`,
    ],
    button: 'Confirm My Email',
  },
  /** Texts of letters on paper. */
  paper: {
    withPhone: 'With your phone:',
    scan: 'point the camera at the square.',
    onComputer: 'On a computer:',
    type: (page: string) => `open ${page} and type`,
    until: (day: string) => `Both work until ${day}, and for one answer.`,
    byPhone: 'By phone:',
    call: (phone: string, client: string) =>
      `call ${phone} and give your client number, ${client}.`,
    byPost: 'By post:',
    post: 'fill in the other side and send it back.',
    assurance: 'We never ask for a password or a payment.',
    number: (number: string) => `Letter ${number}`,
    reply: 'Your reply by post',
    sendTo: (firm: string) => `Please mark one answer, sign, and send this page to ${firm}.`,
    correct: 'Everything below is correct.',
    changed: 'Something has changed. I have written it beside the old detail.',
    name: 'Name',
    onFile: 'What we have',
    correction: 'What is right now',
    signature: 'Signature',
    date: 'Date',
  },
}

export type LetterTexts = typeof en

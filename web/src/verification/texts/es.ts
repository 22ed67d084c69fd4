import type { DetailName } from '@attest/contract/client-fields'
import { isThisYear } from '../../lib/day.ts'
import type { NotForMeTexts, Texts } from './en.ts'

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
    ' ',
  )

const monthAndDay = (date: Date) => `${date.getDate()} de ${MONTHS[date.getMonth()]}`

const fullDay = (date: Date) => `${monthAndDay(date)} de ${date.getFullYear()}`

const shortDay = (date: Date) => (isThisYear(date) ? monthAndDay(date) : fullDay(date))

const labels: Texts['fields']['labels'] = {
  first_name: 'Nombre',
  last_name: 'Apellido',
  address: 'Dirección',
  unit: 'Apartamento o unidad',
  country: 'País',
  city: 'Ciudad',
  state: 'Estado',
  zip_code: 'Código postal',
  phone_number: 'Número de teléfono',
  alt_number: 'Otro teléfono',
  email: 'Correo electrónico',
}

const PHONE = 'Escriba el teléfono con su código de área, como (617) 555-0140'

const corrections: Texts['fields']['corrections'] = {
  first_name: 'Escriba su nombre',
  last_name: 'Escriba su apellido',
  address: 'Escriba su calle y número',
  country: 'Elija un país',
  city: 'Escriba su ciudad',
  state: 'Elija un estado',
  zip_code: 'Escriba un código postal de 5 cifras, como 02134',
  phone_number: PHONE,
  alt_number: PHONE,
  email: 'Escriba un correo electrónico, como nombre@example.com',
}

/** "código postal y número de teléfono", without articles, as it follows a colon. */
function inWords(fields: DetailName[]): string {
  const words = fields.map((field) => labels[field].toLowerCase())
  const last = words.pop()
  return words.length === 0 ? `${last}` : `${words.join(', ')} y ${last}`
}

const form: Texts['form'] = {
  title: '¿Siguen correctos sus datos?',
  greeting: (name) =>
    `Hola${name && `, ${name}`}. Guardamos sus documentos de planificación patrimonial. Necesitamos sus datos al día. Toma un minuto.`,
  answer: 'Su respuesta',
  confirm: 'La información es correcta',
  confirmHint: 'Nada ha cambiado.',
  update: 'Hice cambios',
  updateHint: 'Corrija abajo lo que cambió.',
  submit: 'Enviar mi respuesta',
  submitting: 'Enviando...',
  noChoice: 'Elija una de las dos respuestas.',
  problems: (count) =>
    count === 1 ? 'Falta una cosa por corregir' : `Faltan ${count} cosas por corregir`,
  missing: (fields) =>
    `No tenemos estos datos: ${inWords(fields)}. Elija “Hice cambios” y escriba lo que falta.`,
  edited: (fields) =>
    `Usted cambió: ${inWords(fields)}. Arriba puede ver sus datos con lo que usted escribió.`,
  undo: 'Deshacer mis cambios',
  unchanged: 'No cambió nada. ¿Todo es correcto?',
  willChange: 'No, voy a cambiarlo',
  allCorrect: 'Sí, todo es correcto',
  notYou: '¿No es para usted, o responde por alguien?',
  helper: {
    legend: 'Usted responde por otra persona',
    name: 'El nombre de usted',
    relation: 'Qué es usted de esta persona, como hija o cuidador',
    missing: {
      name: 'Escriba el nombre de usted',
      relation: 'Escriba qué es usted de esta persona',
    },
  },
  officeTitle: 'Nuestra oficina cambió sus datos',
  officeChanges: (fields) =>
    `Mientras usted tenía abierta esta página, cambiamos: ${inWords(fields)}. Su respuesta aún no está guardada. Arriba puede ver los datos que tenemos ahora, con lo que usted escribió. Revíselos otra vez. Luego, responda abajo.`,
}

const details: Texts['details'] = {
  title: 'Sus datos',
  writeTo: { do: 'Le escribimos a', will: 'Le escribiremos a' },
  callOrEmail: { do: 'Contacto', will: 'Contacto' },
  changeAddress: 'Cambiar dirección',
  changePhone: 'Cambiar teléfono o correo',
}

const fields: Texts['fields'] = {
  labels,
  corrections,
  tooLong: (most) => `Use ${most} letras o menos`,
  optional: '(opcional)',
  name: 'Su nombre',
  address: 'Adónde le escribimos',
  contact: 'Cómo le contactamos',
  abroad: 'Vivo fuera de los Estados Unidos',
  region: 'Estado, provincia o región',
  postalCode: 'Código postal',
  chooseState: 'Elija un estado',
  chooseCountry: 'Elija un país',
}

const suggestions: Texts['suggestions'] = {
  email: (email) => ({ text: `¿Quiso decir ${email}?`, action: 'Usar este' }),
  state: (zip, state) => ({
    text: `El código postal ${zip} es de ${state}.`,
    action: `Usar ${state}`,
  }),
  unit: (unit) => ({
    text: `La dirección que tenemos termina con “${unit}”.`,
    action: `Agregar ${unit}`,
  }),
}

const waiting: Texts['waiting'] = {
  title: 'Su respuesta está en espera',
  text: 'Su respuesta queda en esta página. La enviaremos en cuanto vuelva la conexión.',
  lastTry: (time) => `Último intento: ${time.toLocaleTimeString('es-US')}`,
  sendNow: 'Enviar ahora',
  change: 'Cambiar mi respuesta',
}

const done: Texts['done'] = {
  title: 'Listo: ya tenemos su respuesta',
  almost: 'Ya casi termina',
  thanks: 'Gracias por revisar sus datos.',
  received: (day) => `Recibimos su respuesta el ${fullDay(day)}.`,
  confirm: (email) => `Falta una cosa. Le mandamos un correo a ${email}. Ábralo y oprima el botón.`,
  close: 'Ya puede cerrar esta página.',
  next: (name) => `${name} está en la misma carta y aún no ha respondido.`,
  openNext: (name) => `Abrir la página de ${name}`,
}

const problems: Texts['problems'] = {
  offline: 'No hay conexión a internet.',
  tooSlow: 'La respuesta tardó demasiado. Quizás la conexión es lenta.',
  unreachable: 'No pudimos conectarnos. Revise su conexión a internet.',
  tooOften: 'Hubo muchos intentos desde su conexión. Espere unos minutos.',
  ourSide: 'Algo falló de nuestro lado.',
  unreadable: 'No pudimos leer su respuesta. Revise sus datos y envíelos otra vez.',
}

const link: Texts['link'] = {
  invalidTitle: 'Este enlace no es válido',
  invalid: 'Este enlace no es válido o ya venció.',
  expiredTitle: 'Este enlace ya venció',
  expired: (day) => `Este enlace sirvió hasta el ${shortDay(day)}.`,
  answeredTitle: (day) => `Usted respondió el ${shortDay(day)}`,
  answered: 'Gracias, ya tenemos su respuesta. No tiene que hacer nada más.',
  stillWrong: '¿Todavía hay algo mal?',
  protection:
    'Para protegerle, esta página no muestra sus datos. Nunca le pedimos una contraseña ni un pago.',
  secondAnswer: (day) =>
    `Usted ya respondió con este enlace el ${shortDay(day)}. Esta segunda respuesta no se guardó.`,
  notSaved: 'Su respuesta no se guardó.',
  offer:
    'Podemos mandarle por correo electrónico un enlace nuevo para revisar o corregir sus datos.',
  send: 'Mándeme un enlace nuevo',
  sent: 'Si este enlace era nuestro y tenemos su correo electrónico, le mandamos uno nuevo. Revise su correo.',
  orCall: 'O llámenos:',
}

const code: Texts['code'] = {
  title: 'Escriba el código de su carta',
  text: 'Tiene 10 letras y números y está junto al cuadro grande. Con mayúsculas o minúsculas, con o sin el espacio: todo sirve.',
  label: 'Código',
  open: 'Continuar',
  noCode: 'Un código tiene 10 letras y números. Por favor, compárelo con su carta.',
  unknown:
    'No conocemos este código. Por favor, revise cada letra y cada número. Si tiene varias cartas, use la más reciente.',
  tooOften:
    'Hubo demasiados códigos equivocados desde su conexión. Por favor, espere una hora o llámenos.',
}

const buttonPages: Texts['buttonPages'] = {
  'not-me': {
    title: '¿No fue usted?',
    text: 'Si otra persona cambió sus datos, oprima el botón. Así dejaremos de mandar correos y veremos qué pasó.',
    button: 'No fui yo',
    done: 'Gracias por avisarnos',
    next: 'Ya no le mandamos correos. Así, nadie puede cambiar sus datos con ellos. Llámenos y los corregiremos.',
  },
  'confirm-email': {
    title: '¿Es este su correo?',
    text: 'Si usted nos dio este correo electrónico, oprima el botón. Así le escribiremos aquí.',
    button: 'Confirmar mi correo',
    done: 'Su correo está confirmado',
    next: 'Gracias. Nuestros correos le llegarán aquí. Ya puede cerrar esta página.',
  },
  deadTitle: 'Este enlace ya no sirve',
  expired: (day) => `Sirvió hasta el ${shortDay(day)}.`,
  usedUp: 'Ya se usó, o hay uno más nuevo.',
  call: 'Si hay algo mal en sus datos, llámenos.',
}

export const notForMe: NotForMeTexts = {
  title: 'Díganos cuál es su caso',
  back: 'Volver',
  'wrong-person': {
    choice: 'Soy otra persona',
    hint: 'Este mensaje llegó a quien no era.',
    title: '¿Nuestro mensaje llegó a quien no era?',
    text: 'Oprima el botón y no escribiremos más a esta dirección. El enlace del mensaje dejará de servir.',
    button: 'Sí, no escriban más',
    done: 'Gracias por avisarnos',
    next: 'Ya no escribimos a esta dirección. No tiene que hacer nada más. Ya puede cerrar esta página.',
  },
  helping: {
    choice: 'Ayudo a esta persona',
    hint: 'Puede responder por ella. Guardamos el nombre de usted con la respuesta.',
  },
  died: {
    choice: 'Esta persona murió',
    hint: 'No escribiremos más.',
    title: 'Sentimos mucho su pérdida',
    text: 'No escribiremos más a esta persona. Díganos a quién puede llamar nuestra oficina.',
    labels: {
      died_on: 'Día de la muerte',
      name: 'El nombre de usted',
      phone_number: 'El teléfono de usted',
    },
    corrections: {
      died_on: 'Elija un día que ya pasó, o deje el campo vacío',
      name: 'Escriba el nombre de usted',
      phone_number: PHONE,
    },
    button: 'Avisar a la oficina',
    done: 'Gracias por avisarnos',
    next: 'Ya no escribimos a esta persona. Nuestra oficina le llamará. Ya puede cerrar esta página.',
  },
}

export const es: Texts = {
  language: 'Español',
  loading: 'Cargando el formulario...',
  errorTitle: (title) => `Error: ${title}`,
  questions: (firm) => `¿Tiene preguntas? Llame a ${firm},`,
  sending: 'Enviando...',
  loadFailed: 'No pudimos cargar sus datos',
  notChecked: 'Aún no pudimos revisar su enlace.',
  tryAgain: 'Intentar otra vez',
  mayTryAgain: (orCall) => `Puede intentarlo otra vez${orCall ? ' o llamarnos' : ''}.`,
  unsure:
    'No sabemos si su respuesta se guardó. Lo que escribió sigue aquí. Envíelo otra vez. Solo cuenta una vez.',
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

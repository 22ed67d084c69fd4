import type { LetterTexts } from './en.ts'

const callUs = (firm: string, phone: string | null) =>
  `llame a ${firm}${phone ? ` al ${phone}` : ''}`

export const es: LetterTexts = {
  locale: 'es-US',
  labels: {
    email: 'correo electrónico',
    phone_number: 'teléfono',
    alt_number: 'otro teléfono',
    address: 'dirección',
    city: 'ciudad',
    state: 'estado',
    zip_code: 'código postal',
    country: 'país',
  },
  samples: { due_date: '31 de marzo de 2027', link_expires: '30 de abril de 2027' },
  request: 'Por favor, revise su dirección, su teléfono y su correo electrónico. Toma un minuto.',
  expiry: 'El enlace sirve hasta el {{link_expires}}.',
  copy: 'Si el botón no abre, copie esta dirección en su navegador:',
  readHere: 'Puede leer esta página en español',
  reason: (firm) => `Le escribimos porque usted es cliente de ${firm}.`,
  assurance:
    'Nunca le pedimos una contraseña ni un pago. ¿Duda de que este correo sea nuestro? Llame al número que usted ya tiene de nosotros.',
  hello: 'Hola:',
  receipt: {
    subject: (firm) => `Sus datos en ${firm} cambiaron`,
    message: (fields, at, firm, phone) => [
      `El ${at}, alguien cambió sus datos con nuestro enlace: ${fields}.`,
      '¿Fue usted? Entonces no tiene que hacer nada.',
      `¿No fue usted? Entonces oprima el botón, o ${callUs(firm, phone)}.`,
    ],
    button: 'No fui yo',
  },
  confirmation: {
    subject: (firm) => `Confirme su nuevo correo para ${firm}`,
    message: (firm, phone) => [
      `Un cliente de ${firm} nos dio este correo electrónico. ¿Es usted? Entonces confírmelo con el botón.`,
      'Hasta entonces, le escribiremos al correo anterior.',
      `¿No es usted? Entonces no haga nada, o ${callUs(firm, phone)}.`,
    ],
    button: 'Confirmar mi correo',
  },
  paper: {
    withPhone: 'Con su teléfono:',
    scan: 'apunte la cámara al cuadro.',
    onComputer: 'En una computadora:',
    type: (page) => `abra ${page} y escriba`,
    until: (day) => `Ambos sirven hasta el ${day}, para una sola respuesta.`,
    byPhone: 'Por teléfono:',
    call: (phone, client) => `llame al ${phone} y diga su número de cliente, ${client}.`,
    byPost: 'Por correo postal:',
    post: 'llene el otro lado y envíelo de vuelta.',
    assurance: 'Nunca le pedimos una contraseña ni un pago.',
    number: (number) => `Carta ${number}`,
    reply: 'Su respuesta por correo postal',
    sendTo: (firm) => `Marque una respuesta, firme y envíe esta página a ${firm}.`,
    correct: 'Todo lo que aparece abajo es correcto.',
    changed: 'Algo cambió. Lo escribí junto al dato anterior.',
    name: 'Nombre',
    onFile: 'Lo que tenemos',
    correction: 'Lo correcto ahora',
    signature: 'Firma',
    date: 'Fecha',
  },
}

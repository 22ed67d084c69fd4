import { type DestinationStream, pino } from 'pino'

export const openLog = (level: string, destination?: DestinationStream) =>
  pino({ level, redact: SECRET_PATHS }, destination)

/** Libraries log a request's headers, with the token, at the lowest level. */
const SECRET_PATHS = ['headers', '*.headers'].flatMap((place) => [
  `${place}.authorization`,
  `${place}.cookie`,
])

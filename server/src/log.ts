import { type DestinationStream, pino } from 'pino'

/** The log of the process: JSON lines on standard output unless told otherwise. */
export const openLog = (level: string, destination?: DestinationStream) =>
  pino({ level, redact: SECRET_PATHS }, destination)

/** Libraries log a request's headers at the lowest level, and the sign-in with them. */
const SECRET_PATHS = ['headers', '*.headers'].flatMap((place) => [
  `${place}.authorization`,
  `${place}.cookie`,
])

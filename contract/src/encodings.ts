/** Encodings of text files, the likeliest first. `utf-16…` and `utf-8` are recognized with certainty. */
export const ENCODINGS = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Western (Windows-1252)',
  cp850: 'Western (MS-DOS, 850)',
  macintosh: 'Western (Mac)',
  'windows-1250': 'Central European (Windows-1250)',
  cp852: 'Central European (MS-DOS, 852)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'windows-1254': 'Turkish (Windows-1254)',
  cp857: 'Turkish (MS-DOS, 857)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1255': 'Hebrew (Windows-1255)',
  cp862: 'Hebrew (MS-DOS, 862)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-u': 'Cyrillic (KOI8)',
  cp866: 'Cyrillic (MS-DOS, 866)',
  'iso-8859-5': 'Cyrillic (ISO 8859-5)',
  'windows-1253': 'Greek (Windows-1253)',
  cp737: 'Greek (MS-DOS, 737)',
  'windows-1256': 'Arabic (Windows-1256)',
} as const

export type Encoding = keyof typeof ENCODINGS
export const ENCODING_NAMES = Object.keys(ENCODINGS) as [Encoding, ...Encoding[]]

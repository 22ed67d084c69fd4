const MAX_BYTES = 255

/** The sender's name without folders and control characters; shown, never used as a path. */
export function plainFileName(sent: string): string {
  // Browsers escape these three in forms, but not the percent sign.
  const name = sent.replaceAll('%22', '"').replace(/%0D%0A|%0D|%0A/g, ' ')
  const last = withoutFolders(name)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
  const plain = last.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, ' ').trim()
  return shortened(plain) || 'file'
}

/** Backslashes separate folders only in a Windows path. */
function withoutFolders(name: string): string {
  const isWindowsPath = /^([a-z]:)?\\/i.test(name)
  return name.split(isWindowsPath ? /[/\\]/ : '/').at(-1) ?? ''
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name
  const end = `…${/\.[^.]{1,16}$/.exec(name)?.[0] ?? ''}`
  const room = MAX_BYTES - Buffer.byteLength(end)
  return new TextDecoder().decode(Buffer.from(name).subarray(0, room), { stream: true }) + end
}

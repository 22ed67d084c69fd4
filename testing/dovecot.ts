import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import path from 'node:path'
import { freePort } from './start-process.ts'

const PASSWORD = 'imap-password'

interface DovecotOptions {
  /** The address where the server looks up a token's owner. Missing: it takes passwords only. */
  tokens?: string
}

const configOf = (folder: string, port: number, { tokens }: DovecotOptions) => `
base_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login ${tokens ? 'xoauth2' : ''}
${tokens ? `passdb {\n driver = oauth2\n mechanisms = xoauth2\n args = ${folder}/oauth2.conf\n}` : ''}
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=dovecot gid=dovecot home=${folder}/home
}
first_valid_uid = 1
mail_location = maildir:${folder}/home/Maildir
mail_max_userip_connections = 100
namespace inbox {
  inbox = yes
  separator = /
  mailbox Spam {
    special_use = \\Junk
    auto = create
  }
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service stats {
  unix_listener stats-writer {
    mode = 0666
  }
}
`

/** Debian's IMAP server with one mailbox in this folder. Needs root, as its workers run as other users. */
export async function startDovecot(folder: string, options: DovecotOptions = {}) {
  const port = await freePort()
  chmodSync(folder, 0o755)
  const inbox = path.join(folder, 'home/Maildir')
  for (const box of [inbox, path.join(inbox, '.Spam')])
    for (const part of ['cur', 'new', 'tmp']) mkdirSync(path.join(box, part), { recursive: true })
  const config = path.join(folder, 'dovecot.conf')
  writeFileSync(config, configOf(folder, port, options))
  if (options.tokens)
    writeFileSync(
      path.join(folder, 'oauth2.conf'),
      `tokeninfo_url = ${options.tokens}?access_token=\nintrospection_mode = get\nusername_attribute = email\nactive_attribute = active\nactive_value = yes\n`,
    )
  const own = () => execFileSync('chown', ['-R', 'dovecot:dovecot', path.join(folder, 'home')])
  own()
  const server = spawn('dovecot', ['-F', '-c', config], { stdio: 'inherit' })
  await untilListening(port)
  let count = 0
  return {
    url: (user = 'office') =>
      `imap://${encodeURIComponent(user)}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    async stop() {
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
    deliver(mails: readonly string[], box: 'INBOX' | 'Spam' = 'INBOX') {
      const to = path.join(inbox, box === 'INBOX' ? 'new' : '.Spam/new')
      for (const mail of mails) writeFileSync(path.join(to, `${++count}.test`), mail)
      own()
    },
    /** The paths of its mails, which show whether they were seen. */
    mails: () =>
      execFileSync('find', [inbox, '-name', '*.test*'], { encoding: 'utf8' }).split('\n').sort(),
  }
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = createConnection(port, '127.0.0.1')
    const is = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (is) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

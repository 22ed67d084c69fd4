import { type Kysely, sql } from 'kysely'

/** The group values of old, each a template an administrator may rewrite (spec §3, §9). */
const SEEDED = [
  ['GeneralClients', 'General Clients'],
  ['BigClients', 'Big Clients'],
  ['DismissingClients', 'Dismissing Clients'],
] as const

const CONTENT = {
  subject: 'Please confirm your address',
  greeting:
    'Dear {{first_name}} {{last_name}},\n\nThank you for trusting us with your estate planning.',
  mainMessage:
    'We keep your estate planning documents safely stored for you, and we need to be able to reach you ' +
    'when they matter. Please take a minute to look at the address we have for you and tell us whether it is still right.',
  addressLabel: 'Current Address:',
  buttonText: 'Confirm My Address',
  footerMessage:
    'We never send original documents without asking first. Should you ever want your originals shipped to you, ' +
    'this is the address they would go to.',
  signature: 'With kind regards,',
}

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [id, name] of SEEDED) {
    await sql`
      insert into templates (id, name, subject, "textContent", greeting, "mainMessage", "addressLabel", "buttonText", "footerMessage", signature)
      values (${id}, ${name}, ${CONTENT.subject}, '', ${CONTENT.greeting}, ${CONTENT.mainMessage}, ${CONTENT.addressLabel},
              ${CONTENT.buttonText}, ${CONTENT.footerMessage}, ${CONTENT.signature})
    `.execute(db)
  }
  await sql`
    insert into template_versions
    select id, version, updated_at, name, subject, "textContent", greeting, "mainMessage", "addressLabel", "buttonText", "footerMessage", signature
    from templates
  `.execute(db)
}

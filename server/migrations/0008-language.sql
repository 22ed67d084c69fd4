-- Of the client's page and emails: a code of contract/src/languages.ts; '' is unknown.
alter table clients add column language text not null default '';

-- A template's letter in other languages, by their code. One without the client's language is sent in English.
alter table templates add column translations jsonb not null default '{}';
alter table template_versions add column translations jsonb not null default '{}';

-- Letters of the product that nobody has rewritten.
with spanish as (
  select template_id, jsonb_build_object('es', jsonb_build_object(
    'textContent', '',
    'addressLabel', 'Dirección actual:',
    'buttonText', 'Confirmar mi dirección',
    'signature', 'Saludos cordiales,') || case when template_id like '%-reminder'
      then jsonb_build_object(
        'subject', 'Recordatorio: confirme su dirección, por favor',
        'greeting', 'Hola, {{first_name}} {{last_name}}:',
        'mainMessage', 'Le escribimos sobre la dirección que tenemos de usted. Aún no vemos su respuesta. '
          || 'Díganos, a más tardar el {{due_date}}, si sigue correcta. Toma un minuto.',
        'footerMessage', 'Si prefiere hablar con nosotros, llame a nuestra oficina.')
      else jsonb_build_object(
        'subject', 'Confirme su dirección, por favor',
        'greeting', E'Hola, {{first_name}} {{last_name}}:\n\nGracias por confiarnos sus planes para su familia y su patrimonio.',
        'mainMessage', 'Guardamos sus documentos en un lugar seguro. Cuando hagan falta, debemos poder encontrarle. '
          || 'Por favor, mire la dirección que tenemos de usted y díganos si sigue correcta. Toma un minuto.',
        'footerMessage', 'Nunca mandamos documentos originales sin preguntar antes. '
          || 'Si un día quiere recibir los suyos, llegarían a esta dirección.')
      end) as letter
  from template_versions where version = 1 and admin_email is null
), present as (
  update templates set translations = letter from spanish where id = template_id and version = 1
)
update template_versions v set translations = letter from spanish s
where v.template_id = s.template_id and version = 1;
